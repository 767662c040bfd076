import path from 'node:path';
import type { Compilation, Module } from 'webpack';

export interface EntryModules {
  /** The files the page loads before it answers, in dist/public/assets. */
  readonly files: readonly string[];
  readonly modules: readonly EntryModule[];
  /** The files that each of the named parts needs, including those above. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

export interface EntryModule {
  /** The npm package, or our own path from the root. */
  readonly name: string;
  /** Characters of source, before minification. */
  readonly size: number;
  readonly importedBy: string;
}

/**
 * All modules in the files of these entries, so that a check can name those that made them grow. `later` names parts
 * that are loaded after them, by their chunks.
 */
export function entryModules(
  compilation: Compilation,
  entries: readonly string[],
  later: Readonly<Record<string, readonly string[]>>,
): EntryModules {
  const { chunkGraph, moduleGraph, entrypoints } = compilation;
  const chunks = entries.flatMap((entry) => entrypoints.get(entry)?.chunks ?? []);
  const modules = chunks.flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]).flatMap(parts);
  const root = compilation.compiler.context;
  const files = chunks.flatMap((chunk) => [...chunk.files]).sort();
  return {
    files,
    parts: Object.fromEntries(
      Object.entries(later).map(([name, groups]) => [name, [...files, ...filesOf(compilation, groups)]]),
    ),
    modules: modules
      .filter((module) => module.nameForCondition() !== null && module.type.startsWith('javascript'))
      .map((module) => ({
        name: nameOf(module, root),
        size: module.size(),
        importedBy: nameOf(moduleGraph.getIssuer(module), root),
      }))
      .sort((a, b) => b.size - a.size),
  };
}

function filesOf({ namedChunkGroups }: Compilation, groups: readonly string[]): readonly string[] {
  const files = groups.flatMap((name) => {
    const group = namedChunkGroups.get(name);
    if (group === undefined) throw new Error(`Nothing that is loaded later is called "${name}".`);
    return group.getFiles();
  });
  return [...new Set(files)].sort();
}

/** Webpack joins modules into one; the joined ones are still known by name. */
const parts = (module: Module): Module[] =>
  'modules' in module && Array.isArray(module.modules) ? (module.modules as Module[]) : [module];

function nameOf(module: Module | null | undefined, root: string): string {
  const file = module?.nameForCondition();
  if (!file) return 'the page';
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file);
  return inPackage?.[1] ?? path.relative(root, file);
}
