/** Measures the texts of a chart and wraps them into lines. */
import type { ChartTokens } from './chartTokens';

/** Font size of names, in CSS pixels. */
export const NAME_PX = 11;

let pen: CanvasRenderingContext2D | null | undefined;
/** Width of a character relative to the font size, for browsers that cannot measure text. */
const CHARACTER_SHARE = 0.57;

/** The width of a text at this font size, in pixels. */
export function widthOf(text: string, { font }: ChartTokens, size = NAME_PX, weight = 400): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen !== null) pen.font = `${weight} ${size}px ${font}`;
  return pen?.measureText(text).width ?? text.length * size * CHARACTER_SHARE;
}

/** Whether a name fits into this many pixels. */
export const fitsIn =
  (most: number, tokens: ChartTokens) =>
  (text: string): boolean =>
    widthOf(text, tokens) <= most;

/** The words of a text in as few lines as they fit in. Words stay whole; a dash stays with the word before it. */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ (?!- )/)) {
    const last = lines.at(-1);
    const next = `${last ?? ''} ${word}`;
    if (last !== undefined && fits(next)) lines[lines.length - 1] = next;
    else lines.push(word);
  }
  return lines;
}
