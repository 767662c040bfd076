/** Style sheets come with the screens that need them and stay, so a class with two meanings is drawn as both. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const THEME = path.resolve(__dirname, '../../src/ui/theme');

/** The classes that a sheet draws by themselves, wherever they stand and however wide the window is. */
function classesOf(sheet: string): readonly string[] {
  const css = readFileSync(path.join(THEME, sheet), 'utf8')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^@.*?^\}/gms, '');
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1] ?? []);
}

it('every class is drawn by one style sheet', () => {
  const sheets = readdirSync(THEME).filter((name) => name.endsWith('.css'));
  const homes = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) homes.set(name, (homes.get(name) ?? new Set()).add(sheet));
  expect(homes.size).toBeGreaterThan(300);
  expect([...homes].filter(([, { size }]) => size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});

it('the colors of a brand outweigh the tokens, whichever style sheet comes last', () => {
  const rules = ['brand.css', 'themes.css'].flatMap((sheet) =>
    [...readFileSync(path.join(THEME, sheet), 'utf8').matchAll(/^.*\[data-brand=.*$/gm)].map(([line]) => line.trim()),
  );
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter((rule) => !rule.startsWith(':root[data-brand='))).toEqual([]);
});
