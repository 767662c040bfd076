/** A window of exactly 640 px is a phone's and one of exactly 1024 px a tablet's, for styles and components alike. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { meets, widthConditions } from './support/windowWidth';

const SOURCE = path.resolve(__dirname, '../../src');

/** Pairs of widths of one layout: phone up to 640 px, tablet over 640 up to 1024 px, desktop over 1024 px. */
const SAME_LAYOUT = [
  [639, 640],
  [640.1, 642],
  [1023, 1024],
  [1024.1, 1026],
] as const;

/** The conditions on the width of the window, with the file of each. */
const conditions = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
  if (!/\.(css|tsx?)$/.test(file)) return [];
  const text = readFileSync(path.join(SOURCE, file), 'utf8');
  // In components a query is a string: '(width > 640px)'.
  const queries = file.endsWith('.css') ? text.matchAll(/@media([^{]*)/g) : text.matchAll(/['"`](\([^'"`]*\))['"`]/g);
  return [...queries].flatMap(([, query]) => widthConditions(query!).map((condition) => ({ file, condition })));
});

it('are found in style sheets and components', () => {
  expect(conditions.filter(({ file }) => file.endsWith('.css')).length).toBeGreaterThan(30);
  expect(
    conditions
      .filter(({ file }) => file.endsWith('.tsx'))
      .map(({ file }) => path.basename(file))
      .sort(),
  ).toEqual(['Drawer.tsx', 'PageBar.tsx']);
});

it.each(SAME_LAYOUT)('windows of %s and %s px have the same layout', (one, other) => {
  const differing = conditions.filter(({ condition }) => meets(condition, one) !== meets(condition, other));
  expect(differing).toEqual([]);
});
