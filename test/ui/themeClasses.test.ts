/** The sheets of all screens are loaded together, so a class with two meanings would get both styles. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss, { type Root } from 'postcss';
import { postcssPlugins } from '../../scripts/build/postcss';

const THEME = path.resolve(__dirname, '../../src/ui/theme');

/** The classes that a sheet styles without context, at any window width. */
function classesOf(sheet: string): readonly string[] {
  const { nodes } = postcss.parse(readFileSync(path.join(THEME, sheet), 'utf8'));
  const selectors = nodes.flatMap((node) => (node.type === 'rule' ? node.selectors : []));
  return selectors.flatMap((selector) => /^\.([\w-]+)$/.exec(selector)?.[1] ?? []);
}

it('every class is styled by one style sheet', () => {
  const sheets = readdirSync(THEME).filter((name) => name.endsWith('.css'));
  const homes = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) homes.set(name, (homes.get(name) ?? new Set()).add(sheet));
  expect(homes.size).toBeGreaterThan(300);
  expect([...homes].filter(([, { size }]) => size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});

it('the colors of a brand override the tokens, in any order of style sheets', () => {
  const rules = ['brand.css', 'themes.css'].flatMap((sheet) =>
    [...readFileSync(path.join(THEME, sheet), 'utf8').matchAll(/^.*\[data-brand=.*$/gm)].map(([line]) => line.trim()),
  );
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter((rule) => !rule.startsWith(':root[data-brand='))).toEqual([]);
});

/** The selectors of all rules, under any conditions. */
function selectorsIn(root: Root): ReadonlySet<string> {
  const selectors = new Set<string>();
  root.walkRules((rule) => rule.selectors.forEach((selector) => selectors.add(selector)));
  return selectors;
}

it('the build drops no rule of the product: a rule it considers unused is used or must be deleted', async () => {
  const sheets = readdirSync(THEME).filter((name) => name.endsWith('.css'));
  // In one test, because all components are searched for the names in each sheet.
  const all = sheets.map((sheet) => readFileSync(path.join(THEME, sheet), 'utf8')).join('\n');
  const { root } = await postcss(postcssPlugins).process(all, { from: path.join(THEME, 'all.css') });
  const built = selectorsIn(root);
  const written = selectorsIn(postcss.parse(all));
  expect(written.size).toBeGreaterThan(300);
  expect([...written].filter((each) => !built.has(each))).toEqual([]);
});

describe('in forced colors', () => {
  const rules = readdirSync(THEME)
    .filter((name) => name.endsWith('.css'))
    .flatMap((sheet) => {
      const root = postcss.parse(readFileSync(path.join(THEME, sheet), 'utf8'));
      const forced = new Set<string>();
      root.walkAtRules('media', (media) => {
        if (media.params === '(forced-colors: active)')
          media.walkRules(({ selectors }) => selectors.forEach((each) => forced.add(each)));
      });
      const plain = root.nodes.flatMap((node) => (node.type === 'rule' ? [node] : []));
      return plain.flatMap((rule) =>
        rule.selectors.map((selector) => ({ selector, text: rule.toString(), isForced: forced.has(selector) })),
      );
    });

  it('what is pressed is marked, although backgrounds and text colors are the user’s', () => {
    const pressed = rules.filter(({ selector }) => selector.endsWith("[aria-pressed='true']"));
    expect(pressed.length).toBeGreaterThan(5);
    expect(pressed.filter(({ isForced }) => !isForced).map(({ selector }) => selector)).toEqual([]);
  });

  it('only the current one of several links is underlined, although no border is transparent', () => {
    const lined = rules.filter(({ text }) => /border-bottom: \dpx solid transparent/.test(text));
    expect(lined.map(({ selector }) => selector)).toContain('.menu-link');
    expect(lined.filter(({ isForced }) => !isForced).map(({ selector }) => selector)).toEqual([]);
  });
});
