import { createRequire } from 'node:module';

const load = createRequire(__filename);

/** Loads one of our modules without the cache: the sources may have changed since a watching build began. */
export function freshRequire(file: string): unknown {
  for (const loaded of Object.keys(load.cache)) {
    if (!loaded.includes('node_modules')) delete load.cache[loaded];
  }
  return load(file);
}
