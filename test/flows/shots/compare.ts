/** Compares pictures, pixel by pixel, in the browser that took them. */
import type { Page } from 'playwright-core';

export interface Difference {
  /** How many pixels differ; if the sizes differ, pixels that only one picture has count as different. */
  readonly pixels: number;
  /** The second picture, faded, with those pixels in red. */
  readonly png: Buffer;
}

/**
 * Corners and curves are drawn slightly differently depending on machine load, which is invisible: a few pixels by a
 * little. A changed color changes more pixels, a moved edge changes them by more.
 */
const ROUNDING = { always: 2, few: 16, pixels: 20 };
type Rounding = typeof ROUNDING;

/** Null for equal pictures. `page` can be any page, e.g. `about:blank`. */
export async function compare(page: Page, one: Buffer, other: Buffer): Promise<Difference | null> {
  if (one.equals(other)) return null;
  const addresses = [one, other].map(urlOf);
  const { pixels, isRounding, url } = await page.evaluate(inPage, { addresses, rounding: ROUNDING });
  return isRounding ? null : { pixels, png: pngOf(url) };
}

export const urlOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;
export const pngOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/** Runs in the page, so it must not use other modules. */
async function inPage({ addresses, rounding }: { readonly addresses: readonly string[]; readonly rounding: Rounding }) {
  const images = await Promise.all(
    addresses.map(async (address) => createImageBitmap(await (await fetch(address)).blob())),
  );
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const [before, after] = images.map((image) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  }) as [Uint8ClampedArray, Uint8ClampedArray];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const shown = new ImageData(width, height);
  let pixels = 0;
  let greatest = 0;
  for (let at = 0; at < shown.data.length; at += 4) {
    const change = Math.max(...[0, 1, 2, 3].map((channel) => Math.abs(before[at + channel]! - after[at + channel]!)));
    const isSame = change <= rounding.always;
    greatest = Math.max(greatest, change);
    const gray = 255 - (255 - (after[at]! + after[at + 1]! + after[at + 2]!) / 3) / 4;
    shown.data.set(isSame ? [gray, gray, gray, 255] : [214, 0, 40, 255], at);
    if (!isSame) pixels += 1;
  }
  canvas.getContext('2d')!.putImageData(shown, 0, 0);
  const isRounding = greatest <= rounding.always || (greatest <= rounding.few && pixels <= rounding.pixels);
  return { pixels, isRounding, url: canvas.toDataURL('image/png') };
}
