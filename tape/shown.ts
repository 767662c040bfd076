import type { Json } from './format';

/** Long enough to tell two values apart, short enough for a line. */
const WIDE = 110;

/** JSON for people, on one line, cut at `width` characters. */
export function shown(value: Json | undefined, width = WIDE): string {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > width ? `${text.slice(0, width)}…` : text;
}
