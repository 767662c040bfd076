/**
 * Our modules for the runner of mutants: compiled once in a process, evaluated again for each mutant. Libraries are
 * node's own modules and stay.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { COMPILER_OPTIONS } from './compile.mjs';

/** As jest compiles them. */
const { options: compilerOptions } = ts.convertCompilerOptionsFromJson(COMPILER_OPTIONS, COMPILER_OPTIONS.rootDir);

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx'];
const isOurs = (request) => request.startsWith('.') || path.isAbsolute(request);
const isFile = (file) => existsSync(file) && statSync(file).isFile();

/**
 * @param {string} root the folder that libraries are looked up from
 * @param {(evaluate: () => void) => void} evaluating wraps the evaluation of each module
 */
export function createModules(root, evaluating) {
  const library = createRequire(path.join(root, 'package.json'));
  const libraries = new Map();
  const compiled = new Map();
  const places = new Map();
  let evaluated = new Map();

  function place(from, request) {
    const wanted = path.resolve(path.dirname(from), request);
    const known = places.get(wanted);
    if (known !== undefined) return known;
    const ending = ENDINGS.find((candidate) => isFile(wanted + candidate));
    if (ending === undefined) throw new Error(`${from} imports ${request}, which does not exist.`);
    places.set(wanted, wanted + ending);
    return wanted + ending;
  }

  function compile(file) {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions, fileName: file });
    return compileFunction(outputText, ['exports', 'require', 'module', '__filename', '__dirname'], { filename: file });
  }

  function evaluate(file) {
    const done = evaluated.get(file);
    if (done !== undefined) return done.exports;
    const module = { exports: {} };
    evaluated.set(file, module);
    if (/\.(css|svg|png)$/.test(file)) return module.exports;
    if (file.endsWith('.json')) return (module.exports = JSON.parse(readFileSync(file, 'utf8')));
    if (!compiled.has(file)) compiled.set(file, compile(file));
    const require = (request) => load(file, request);
    require.resolve = (request) => (isOurs(request) ? place(file, request) : library.resolve(request));
    evaluating(() => compiled.get(file)(module.exports, require, module, file, path.dirname(file)));
    return module.exports;
  }

  function load(from, request) {
    if (isOurs(request)) return evaluate(place(from, request));
    if (!libraries.has(request)) libraries.set(request, library(request));
    return libraries.get(request);
  }

  return {
    library,
    load: (file) => evaluate(path.resolve(root, file)),
    /** Clears evaluated modules, so that the next `load` starts over. */
    reset: () => (evaluated = new Map()),
    evaluated: () => [...evaluated.keys()],
  };
}
