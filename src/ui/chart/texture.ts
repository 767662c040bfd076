/**
 * Textures distinguish series without any color: on paper, in forced colors, and for those who choose them
 * (`--chart-texture`). A legend's swatch has the texture of its series (theme/chart.css).
 */
import type { ChartColor } from './chart.types';

export type Texture = 'plain' | 'stripes' | 'dots';

const TEXTURES: Partial<Readonly<Record<ChartColor, Texture>>> = {
  purple: 'stripes',
  blue: 'dots',
  rose: 'stripes',
  teal: 'dots',
};

/** The texture that distinguishes a color for people who do not see colors. */
export const textureOf = (color: ChartColor): Texture => TEXTURES[color] ?? 'plain';

const TILE_PX = 6;

/** The fill of a series; the plain color if the browser cannot make a pattern. */
export function fillOf(color: string, ground: string, texture: Texture): string | CanvasPattern {
  if (texture === 'plain') return color;
  const tile = document.createElement('canvas');
  tile.width = TILE_PX;
  tile.height = TILE_PX;
  const pen = tile.getContext('2d');
  if (pen === null) return color;
  pen.fillStyle = color;
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
  return pen.createPattern(tile, 'repeat') ?? color;
}
