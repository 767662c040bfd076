/** Finds the source line behind an entry. */
import { addressOf } from '../format';
import type { Row, Sources } from './trace';

/** The property that babel-plugin-redux-saga adds to functions. */
const LOCATION = '@@redux-saga/LOCATION';

export type SourceFunction = ((...args: never[]) => unknown) & {
  readonly [LOCATION]?: { readonly fileName: string; readonly lineNumber: number };
};

/** The function that was called, or the saga that called it; undefined if neither is known. */
export function sourceOf(sources: Sources, row: Row | undefined): SourceFunction | undefined {
  if (row === undefined) return undefined;
  const address = addressOf(row.entry);
  const called = address?.slice(address.lastIndexOf('/') + 1).replace(/^[^:]*:|[(#].*$/g, '') ?? '';
  return sources.get((row.lineage.at(-1) ?? called).replace(/\(.*$/, ''));
}

/** Undefined for a function without it: the plugin has not seen its file. Lines count from 1. */
export const locationOf = (fn: SourceFunction) => fn[LOCATION];
