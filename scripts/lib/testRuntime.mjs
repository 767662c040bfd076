/**
 * Jest's runtime with a cache of compiled modules within a worker. Each test file still evaluates all of its modules
 * again; jest would also transform and parse them again, about a thousand for a file that starts a server.
 */
import asyncHooks from 'node:async_hooks';
import { statSync } from 'node:fs';
import { Script } from 'node:vm';
import Runtime from 'jest-runtime';

/**
 * Passed to every module as additional parameters. On Node 20 the sandbox of jest looks up each use of a global, which
 * takes a fifth of the time of many test files. Globals that fake timers replace are not included.
 */
const BUILT_IN = [
  ...['Array', 'BigInt', 'Boolean', 'Buffer', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Reflect'],
  ...['RegExp', 'Set', 'String', 'Symbol', 'TypeError', 'Uint8Array', 'WeakMap', 'WeakSet', 'isNaN', 'parseInt'],
];

/** By the name of the file, with the text it was made from. */
const scripts = new Map();
/** By the name of the file, with the time of its last change: to read a thousand files again takes 0.1 s. */
const transformed = new Map();

export default class TestRuntime extends Runtime {
  #storages = new Set();

  constructor(...args) {
    super(...args);
    this.#rememberStorages();
    rememberScripts(this.executor);
    rememberTransformed(this.transformCache);
    // Fastify searches all loaded modules for the name of each plugin, and listing jest's takes a twentieth of a
    // server's start.
    this.registries.getRequireCacheProxy = () => NO_MODULES;
  }

  /**
   * Jest runs each test in an AsyncLocalStorage, one per file, and the server has one as well. Until Node 24, each
   * promise is given the values of all enabled ones, so those of former files would slow down all later ones.
   */
  #rememberStorages() {
    const storages = this.#storages;
    const known = {
      ...asyncHooks,
      AsyncLocalStorage: class extends asyncHooks.AsyncLocalStorage {
        constructor(...args) {
          super(...args);
          storages.add(this);
        }
      },
    };
    const load = this.coreModule.require.bind(this.coreModule);
    this.coreModule.require = (name) => (/^(node:)?async_hooks$/.test(name) ? known : load(name));
  }

  teardown() {
    for (const storage of this.#storages) storage.disable();
    super.teardown();
  }
}

const NO_MODULES = Object.freeze(Object.create(null));

function rememberScripts(executor) {
  const parameters = executor.injectedModuleParameters.join(', ');
  const head = `(function (${BUILT_IN.join(', ')}) { return function (${parameters}) {`;
  const compile = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const context = executor.environment.getVmContext();
    if (context === null) return null;
    let known = scripts.get(filename);
    if (known?.source !== source) {
      try {
        const script = new Script(`${head}${source}\n}})`, { filename, columnOffset: -head.length });
        known = { source, script };
      } catch {
        // Jest reports the syntax error with its place.
        return compile(source, filename);
      }
      scripts.set(filename, known);
    }
    const { global } = executor.environment;
    return known.script.runInContext(context)(...BUILT_IN.map((name) => global[name]));
  };
}

function rememberTransformed(cache) {
  const transform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    if (options?.isInternalModule) return transform(filename, options);
    const changed = statSync(filename).mtimeMs;
    const known = transformed.get(filename);
    if (known?.changed !== changed) {
      const code = transform(filename, options);
      transformed.set(filename, { changed, result: cache.transforms.get(filename) });
      return code;
    }
    const { result } = known;
    cache.transforms.set(filename, result);
    if (result.sourceMapPath) cache.sourceMaps.set(filename, result.sourceMapPath);
    return result.code;
  };
}
