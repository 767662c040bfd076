/**
 * Writes the package: `node tape/build.mjs`. Each source file becomes an ES module and a CommonJS one, with its types,
 * so that the entry points share their files in either.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = path.dirname(fileURLToPath(import.meta.url));
const DIST = path.join(ROOT, 'dist');
const ENTRIES = ['index.ts', 'matchers.ts', 'babel.ts', 'panel/index.ts', 'cli/index.ts', 'cli/bin.ts'];
/** An executable, so only one module format of it is written. */
const COMMAND = 'cli/bin';

/** Node resolves ES modules by their full file name. */
function withExtensions(extension) {
  const named = (text, from) => {
    if (!text.startsWith('.')) return text;
    const file = path.resolve(path.dirname(from), text);
    return `${text}${ts.sys.fileExists(`${file}.ts`) ? '' : '/index'}${extension}`;
  };
  return (context) => {
    const { factory } = context;
    const transform = (source) => {
      const visit = (node) => {
        const specifier = ts.isImportTypeNode(node) ? node.argument.literal : node.moduleSpecifier;
        if (specifier === undefined) return ts.visitEachChild(node, visit, context);
        const text = factory.createStringLiteral(named(specifier.text, source.fileName), true);
        if (ts.isImportDeclaration(node))
          return factory.updateImportDeclaration(node, node.modifiers, node.importClause, text, node.attributes);
        if (ts.isExportDeclaration(node))
          return factory.updateExportDeclaration(
            node,
            node.modifiers,
            node.isTypeOnly,
            node.exportClause,
            text,
            node.attributes,
          );
        const argument = factory.createLiteralTypeNode(text);
        return factory.updateImportTypeNode(
          node,
          argument,
          node.attributes,
          node.qualifier,
          node.typeArguments,
          node.isTypeOf,
        );
      };
      return ts.visitEachChild(source, visit, context);
    };
    // The compiler may also pass bundles, which this build does not have.
    return (source) => (ts.isSourceFile(source) ? transform(source) : source);
  };
}

/** Throws if the compiler cannot write a file. The types are checked with those of the whole project. */
export function build() {
  rmSync(DIST, { recursive: true, force: true });
  const options = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    typeRoots: [path.join(ROOT, '../node_modules/@types')],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    esModuleInterop: true,
    skipLibCheck: true,
    declaration: true,
    rootDir: ROOT,
    outDir: ROOT,
  };
  const program = ts.createProgram(
    ENTRIES.map((file) => path.join(ROOT, file)),
    options,
  );
  const emit = (kind, typesOnly) => {
    const change = [withExtensions(`.${kind.code}`)];
    const { diagnostics } = program.emit(undefined, (file, text) => write(kind, file, text), undefined, typesOnly, {
      before: change,
      afterDeclarations: change,
    });
    const [problem] = diagnostics;
    if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  };
  emit({ folder: 'esm', code: 'mjs' }, false);
  const cjs = { folder: 'cjs', code: 'cjs' };
  emit(cjs, true);
  for (const { fileName, text } of program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile)) {
    const { outputText } = ts.transpileModule(text, {
      fileName,
      compilerOptions: { ...options, module: ts.ModuleKind.CommonJS },
      transformers: { before: [withExtensions('.cjs')] },
    });
    write(cjs, fileName.replace(/\.ts$/, '.js'), outputText);
  }
}

function write({ folder, code }, file, text) {
  const name = path.relative(ROOT, file);
  if (folder === 'cjs' && name.startsWith(COMMAND)) return;
  const target = path.join(
    DIST,
    folder,
    name.replace(/(\.d)?\.[tj]s$/, (_, types) => (types ? `.d.${code.replace('js', 'ts')}` : `.${code}`)),
  );
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
