/** What a card shows, as a file. */
import { saveBlob } from '../saveBlob';

/** What makes a spreadsheet calculate instead of show. */
const STARTS_FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string): string => {
  const harmless = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** RFC 4180 in UTF-8, with the mark that tells spreadsheets so. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  saveBlob(`${name}.csv`, new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
}

/** The chart within `place`, on the ground it stands on. */
export function saveImage(name: string, place: Element | null): void {
  const canvas = place?.querySelector('canvas');
  if (!canvas) return;
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const pen = copy.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface');
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(canvas, 0, 0);
  copy.toBlob((blob) => blob !== null && saveBlob(`${name}.png`, blob), 'image/png');
}
