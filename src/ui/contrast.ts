/** Makes colors chosen by others readable in both themes. Pure. */

type Rgb = readonly [number, number, number];

/** Background of a tag: the sunken surface of each theme. */
const GROUND = { light: [238, 241, 246], dark: [30, 39, 53] } as const satisfies Record<string, Rgb>;
const ENOUGH = 4.5;
const STEPS = 40;

/** A linear-light channel from sRGB. */
const linear = (channel: number) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The WCAG contrast ratio of two colors, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Parses '#abc' and '#aabbcc'; null for anything else. */
export function parseColor(text: string): Rgb | null {
  const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text.slice(1) : null;
  if (hex === null) return null;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** The color itself if readable, otherwise darkened or lightened as little as needed. */
function readable(color: Rgb, theme: keyof typeof GROUND): Rgb {
  const end = theme === 'light' ? 0 : 255;
  for (let step = 0; step <= STEPS; step += 1) {
    const share = step / STEPS;
    const mixed = color.map((channel) => Math.round(channel + (end - channel) * share)) as unknown as Rgb;
    if (contrast(mixed, GROUND[theme]) >= ENOUGH) return mixed;
  }
  return [end, end, end];
}

const css = (color: Rgb) => `rgb(${color.join(' ')})`;

/** For the custom properties `--tag-light` and `--tag-dark`; null for an invalid color. */
export function tagColors(text: string): { readonly light: string; readonly dark: string } | null {
  const color = parseColor(text);
  return color && { light: css(readable(color, 'light')), dark: css(readable(color, 'dark')) };
}
