/**
 * A plugin for Babel that wraps the imports named in its options, so that an app need not be rewritten:
 * `plugins: [['saga-tapes/babel', { imports: { api: './src/api', axios: 'axios' } }]]` turns
 * `import { load } from './api'` in any file of `src/` into the same with `load` known to tapes as `api.load`. Paths
 * are relative to the working folder.
 */
import { dirname, resolve } from 'node:path';

export interface WrapImportsOptions {
  /** By the name on the tape, what is imported: a package, or the path of a file without its ending. */
  readonly imports: Readonly<Record<string, string>>;
}

/** The parts of Babel's types that this plugin uses. */
interface Node {
  readonly type: string;
}
interface Identifier extends Node {
  readonly name: string;
}
interface Specifier extends Node {
  local: Identifier;
  readonly imported?: Identifier & { readonly value?: string };
  readonly importKind?: string | null;
}
interface ImportDeclaration extends Node {
  readonly source: { readonly value: string };
  readonly specifiers: Specifier[];
  readonly importKind?: string | null;
}
interface ProgramPath {
  readonly node: { readonly body: readonly Node[] };
  readonly scope: {
    generateUidIdentifier(name: string): Identifier;
    crawl(): void;
  };
  unshiftContainer(key: 'body', nodes: Node[]): unknown;
}
interface Babel {
  readonly types: {
    identifier(name: string): Identifier;
    stringLiteral(value: string): Node;
    callExpression(callee: Node, args: Node[]): Node;
    variableDeclarator(id: Identifier, init: Node): Node;
    variableDeclaration(kind: 'const', declarators: Node[]): Node;
    importSpecifier(local: Identifier, imported: Identifier): Node;
    importDeclaration(specifiers: Node[], source: Node): Node;
  };
}
interface PluginPass {
  readonly filename?: string | undefined;
  readonly cwd: string;
}
export interface WrapImportsPlugin {
  readonly name: string;
  readonly visitor: { Program(program: ProgramPath, pass: PluginPass): void };
}

const isImport = (node: Node): node is ImportDeclaration => node.type === 'ImportDeclaration';
const withoutEnding = (path: string) => path.replace(/(\/index)?(\.[cm]?[jt]sx?)?$/, '');

/** Throws for options that name no imports. */
export default function wrapImports({ types }: Babel, options: Partial<WrapImportsOptions>): WrapImportsPlugin {
  const wanted = Object.entries(options.imports ?? {});
  if (wanted.length === 0)
    throw new Error("saga-tapes/babel wraps nothing: name what is imported, as in { imports: { api: './src/api' } }.");

  const nameOf = (source: string, { filename, cwd }: PluginPass): string | undefined => {
    const isPath = source.startsWith('.');
    if (isPath && filename === undefined) return undefined;
    const path = isPath ? withoutEnding(resolve(dirname(filename ?? cwd), source)) : source;
    return wanted.find(([, from]) => (/^[./]/.test(from) ? withoutEnding(resolve(cwd, from)) : from) === path)?.[0];
  };

  return {
    name: 'saga-tapes',
    visitor: {
      Program(program, pass) {
        const wrap = program.scope.generateUidIdentifier('wrapImport');
        const constants: Node[] = [];
        for (const node of program.node.body) {
          if (!isImport(node) || node.importKind === 'type') continue;
          const name = nameOf(node.source.value, pass);
          if (name === undefined) continue;
          for (const specifier of node.specifiers) {
            if (specifier.importKind === 'type') continue;
            const { local, imported } = specifier;
            const key = imported?.value ?? imported?.name ?? 'default';
            const original = program.scope.generateUidIdentifier(local.name);
            const known = types.stringLiteral(key === 'default' ? name : `${name}.${key}`);
            specifier.local = original;
            constants.push(
              types.variableDeclarator(
                local,
                types.callExpression(types.identifier(wrap.name), [known, types.identifier(original.name)]),
              ),
            );
          }
        }
        if (constants.length === 0) return;
        // Imports are hoisted anyway.
        program.unshiftContainer('body', [
          types.importDeclaration(
            [types.importSpecifier(wrap, types.identifier('wrapImport'))],
            types.stringLiteral('saga-tapes'),
          ),
          types.variableDeclaration('const', constants),
        ]);
        program.scope.crawl();
      },
    },
  };
}
