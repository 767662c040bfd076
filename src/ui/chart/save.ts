/** Saves what a card shows as a file. */
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/base/csv';
import { download } from '../../ports/browser';

/** Downloads rows as `<name>.csv`. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  download(new Blob([BYTE_ORDER_MARK, ...rows.map(csvLine)]), `${name}.csv`);
}

/** The chart within `place`, with its background. */
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
  copy.toBlob((blob) => blob !== null && download(blob, `${name}.png`), 'image/png');
}
