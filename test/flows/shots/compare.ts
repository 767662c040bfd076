/** Compares pictures, pixel by pixel, in the browser that took them. */
import type { Page } from 'playwright-core';

export interface Difference {
  /** How many pixels differ; if the sizes differ, pixels that only one picture has count as different. */
  readonly pixels: number;
  /** The second picture, faded, with those pixels in red. */
  readonly png: Buffer;
}

/** Of 255: rounded corners are drawn slightly differently depending on machine load, which is invisible. */
const ROUNDING = 2;

/** Null for equal pictures. `page` can be any page, e.g. `about:blank`. */
export async function compare(page: Page, one: Buffer, other: Buffer): Promise<Difference | null> {
  if (one.equals(other)) return null;
  const addresses = [one, other].map(urlOf);
  const { pixels, url } = await page.evaluate(inPage, { addresses, rounding: ROUNDING });
  return pixels === 0 ? null : { pixels, png: pngOf(url) };
}

export const urlOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;
export const pngOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/** Runs in the page, so it must not use other modules. */
async function inPage({ addresses, rounding }: { readonly addresses: readonly string[]; readonly rounding: number }) {
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
  for (let at = 0; at < shown.data.length; at += 4) {
    const isSame = [0, 1, 2, 3].every((channel) => Math.abs(before[at + channel]! - after[at + channel]!) <= rounding);
    const gray = 255 - (255 - (after[at]! + after[at + 1]! + after[at + 2]!) / 3) / 4;
    shown.data.set(isSame ? [gray, gray, gray, 255] : [214, 0, 40, 255], at);
    if (!isSame) pixels += 1;
  }
  canvas.getContext('2d')!.putImageData(shown, 0, 0);
  return { pixels, url: canvas.toDataURL('image/png') };
}
