/** Texts in a chart: how wide they are, and on how many lines they stand. */
import type { ChartTokens } from './chartTokens';

/** Of the small letters of names. */
export const NAME_PX = 11;

let pen: CanvasRenderingContext2D | null | undefined;
/** About as wide as a small character is, where the browser does not measure. */
const CHARACTER_SHARE = 0.57;

/** The width of a text in pixels, in letters of this size. */
export function widthOf(text: string, { font }: ChartTokens, size = NAME_PX, weight = 400): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen !== null) pen.font = `${weight} ${size}px ${font}`;
  return pen?.measureText(text).width ?? text.length * size * CHARACTER_SHARE;
}

/** Whether a text in the letters of names fits in so many pixels. */
export const fitsIn =
  (most: number, tokens: ChartTokens) =>
  (text: string): boolean =>
    widthOf(text, tokens) <= most;

/** The words of a text in as few lines as they fit in. Words stay whole. */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((each) => each !== '-')) {
    const last = lines.at(-1);
    const next = `${last ?? ''} ${word}`;
    if (last !== undefined && fits(next)) lines[lines.length - 1] = next;
    else lines.push(word);
  }
  return lines;
}

/** Names may take this share of the chart; a character of them is about so wide. */
const NAMES_SHARE = 0.45;
const CHARACTER_PX = 6.5;
/** Cut only where there is no room for it; the full label is in the tooltip and in the table. */
export function shortened(name = '', width: number): string {
  const longest = Math.max(8, Math.floor((width * NAMES_SHARE) / CHARACTER_PX));
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}
