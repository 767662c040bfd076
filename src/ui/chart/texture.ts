/**
 * Colours that some eyes see as one differ in their texture, too: of the tokens purple and blue come close to primary,
 * to success and to each other. A legend's swatch has the texture of its series (theme/chart.css).
 */
import type { ChartColour } from './chart.types';

export type Texture = 'plain' | 'stripes' | 'dots';

const TEXTURES: Partial<Readonly<Record<ChartColour, Texture>>> = {
  purple: 'stripes',
  blue: 'dots',
  rose: 'stripes',
  teal: 'dots',
};

export const textureOf = (colour: ChartColour): Texture => TEXTURES[colour] ?? 'plain';

const TILE_PX = 6;

/** The fill of a series; the plain colour where the browser makes no pattern. */
export function fillOf(colour: string, ground: string, texture: Texture): string | CanvasPattern {
  if (texture === 'plain') return colour;
  const tile = document.createElement('canvas');
  tile.width = TILE_PX;
  tile.height = TILE_PX;
  const pen = tile.getContext('2d');
  if (pen === null) return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, TILE_PX, TILE_PX);
  pen.fillStyle = ground;
  pen.strokeStyle = ground;
  pen.lineWidth = 1.5;
  pen.beginPath();
  if (texture === 'dots') pen.arc(TILE_PX / 2, TILE_PX / 2, 1.25, 0, 2 * Math.PI);
  else
    for (const shift of [-TILE_PX, 0, TILE_PX]) {
      pen.moveTo(shift - 1, TILE_PX + 1);
      pen.lineTo(shift + TILE_PX + 1, -1);
    }
  if (texture === 'dots') pen.fill();
  else pen.stroke();
  return pen.createPattern(tile, 'repeat') ?? colour;
}
