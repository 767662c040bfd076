/**
 * Chart colors are distinguishable with color blindness, stand out from the card, and fit each theme: computed from the
 * actual style sheets with independent formulas.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
const THEMES = ['', 'evergreen', 'plum', 'slate'] as const;
const CATEGORIES = ['warning', 'primary', 'purple', 'blue', 'success', 'tertiary', 'rose', 'teal'] as const;
/** The colors used in one chart together with the organization's own color. */
const BESIDE_THE_BRAND = ['warning', 'tertiary', 'rose'] as const;

/** Graphics need a contrast of 3 against adjacent colors, text 4.5 (WCAG 2.2, 1.4.11 and 1.4.3). */
const GRAPHIC = 3;
const TEXT = 4.5;
/** CIEDE2000; 2.3 is the smallest difference that is visible side by side. */
const APART = 12;

const css = ['tokens', 'brand', 'themes']
  .map((name) => readFileSync(path.join(__dirname, `../../src/ui/theme/${name}.css`), 'utf8'))
  .join('\n');

/** The declarations that hold for a theme in a scheme, later ones over earlier ones. */
function tokensOf(theme: string, scheme: Scheme): Readonly<Record<string, string>> {
  const [, inDark] = splitDark(css);
  const blocks = [...splitDark(css)[0].matchAll(RULE), ...(scheme === 'dark' ? inDark.matchAll(RULE) : [])];
  const mine = (selector: string) => selector === ':root' || selector === `:root[data-brand='${theme}']`;
  // A theme's selector has a higher specificity than the product's, in any order.
  const ordered = [
    ...blocks.filter(([, at]) => at!.trim() === ':root'),
    ...blocks.filter(([, at]) => at!.trim() !== ':root'),
  ];
  const found: Record<string, string> = {};
  for (const [, selector, body] of ordered)
    if (mine(selector!.trim()))
      for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*([^;]+);/g)) found[name!] = value!;
  return found;
}
const RULE = /(:root[^{]*)\{([^{}]*)\}/g;

/** The declarations for any scheme, and those only for the dark one. */
function splitDark(text: string): readonly [string, string] {
  const dark: string[] = [];
  const plain = text.replace(
    /@media screen and \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}/g,
    (_, inside: string) => {
      dark.push(inside);
      return '';
    },
  );
  return [plain.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''), dark.join('\n')];
}

/** A color by name, through references to others. */
function colorOf(tokens: Readonly<Record<string, string>>, name: string): string {
  const value = tokens[name] ?? '';
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  const color = reference === undefined ? value : colorOf(tokens, reference);
  return color === '#fff' ? '#ffffff' : color;
}

/** A color as seen with color blindness, in linear light: Machado, Oliveira and Fernandes 2009, at full severity. */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  'no red': [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  'no green': [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  'no blue': [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

const linearOf = (hex: string) =>
  [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
const luminance = (hex: string) => {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

type Lab = readonly [number, number, number];
function labOf(hex: string, eye: readonly number[]): Lab {
  const light = linearOf(hex);
  const seen = [0, 3, 6].map((at) =>
    Math.min(
      1,
      Math.max(
        0,
        eye.slice(at, at + 3).reduce((sum, weight, index) => sum + weight * light[index]!, 0),
      ),
    ),
  );
  const [r, g, b] = seen as [number, number, number];
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
function distance([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const turn = Math.PI / 180;
  const seventh = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [x1, x2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)];
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / turn + 360) % 360);
  const [h1, h2] = [hue(x1, b1), hue(x2, b2)];
  const isGray = c1 * c2 === 0;
  const raw = isGray ? 0 : h2 - h1;
  const dh = raw > 180 ? raw - 360 : raw < -180 ? raw + 360 : raw;
  const sum = h1 + h2;
  const h = isGray ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos((h - 30) * turn) +
    0.24 * Math.cos(2 * h * turn) +
    0.32 * Math.cos((3 * h + 6) * turn) -
    0.2 * Math.cos((4 * h - 63) * turn);
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dH = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * turn)) / (1 + 0.015 * c * t);
  const rotation = -2 * seventh(c) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * turn);
  return Math.sqrt(dl ** 2 + dc ** 2 + dH ** 2 + rotation * dc * dH);
}

const CASES = SCHEMES.flatMap((scheme) => THEMES.map((theme) => [theme, scheme] as const));

it('the color distance matches the published one', () => {
  // Two pairs of the table that comes with the formula.
  expect(distance([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(distance([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
});

it.each(CASES)('theme %j, %s: no two colors of a chart can be confused', (theme, scheme) => {
  const tokens = tokensOf(theme, scheme);
  const chart = (name: string) => colorOf(tokens, `chart-${name}`);
  const pairs = [
    ...CATEGORIES.flatMap((one, at) => CATEGORIES.slice(at + 1).map((other) => [one, other] as const)),
    ...BESIDE_THE_BRAND.map((other) => ['brand', other] as const),
  ];
  const mistaken = Object.entries(EYES).flatMap(([eye, matrix]) =>
    pairs.flatMap(([one, other]) => {
      const apart = distance(labOf(chart(one), matrix), labOf(chart(other), matrix));
      return apart < APART ? [`${eye}: ${one} and ${other}, ${apart.toFixed(1)}`] : [];
    }),
  );
  expect(mistaken).toEqual([]);
});

it.each(CASES)('theme %j, %s: every color stands out from the card, and the accent is legible', (theme, scheme) => {
  const tokens = tokensOf(theme, scheme);
  const surface = colorOf(tokens, 'surface');
  const pale = [...CATEGORIES, 'brand'].filter((name) => contrast(colorOf(tokens, `chart-${name}`), surface) < GRAPHIC);
  expect(pale).toEqual([]);
  const texts = [
    ['accent', 'surface'],
    ['accent', 'surface-page'],
    ['accent', 'surface-sunken'],
    ['accent-strong', 'accent-soft'],
    ['on-accent', 'accent'],
    ['text-quiet', 'surface-page'],
    ['text-quiet', 'surface-sunken'],
  ] as const;
  const unreadable = texts.filter(([ink, ground]) => contrast(colorOf(tokens, ink), colorOf(tokens, ground)) < TEXT);
  expect(unreadable).toEqual([]);
});
