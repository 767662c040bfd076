/** A logo for each organization: its own, or one derived from its name in the colors of its theme. */
import { createHash } from 'node:crypto';
import type { OrganizationTheme } from '../../../contract/base/organizations';
import { ORGANIZATION_COLORS } from '../../base/branding';

/** Half circles, quarter circles and bars in cells of 16 by 16. */
const TILES = [
  'M0 8a8 8 0 0 1 16 0Z',
  'M0 8a8 8 0 0 0 16 0Z',
  'M0 0a16 16 0 0 1 16 16H0Z',
  'M16 0A16 16 0 0 0 0 16h16Z',
  'M0 5h16v6H0Z',
  'M5 0h6v16H5Z',
  'M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1Z',
  'M0 16 16 0v16Z',
] as const;

const CELLS = [
  [8, 8],
  [24, 8],
  [8, 24],
  [24, 24],
] as const;

/** An SVG derived from the name, always the same. */
export function organizationLogo(name: string, theme: OrganizationTheme): string {
  const [ground, figure] = ORGANIZATION_COLORS[theme];
  const bytes = createHash('sha256').update(name, 'utf8').digest();
  const tiles = CELLS.map(([x, y], index) => {
    const tile = TILES[(bytes[index] ?? 0) % TILES.length];
    const opacity = index === (bytes[8] ?? 0) % CELLS.length ? 1 : 0.72;
    return `<path transform="translate(${x} ${y})" opacity="${opacity}" d="${tile}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="${ground}"/><g fill="${figure}">${tiles.join('')}</g></svg>`;
}

/** An uploaded picture as an SVG of the same shape, so that the app shows both alike. `png` is in base64. */
export const ownLogo = (png: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><image width="48" height="48" href="data:image/png;base64,${png}"/></svg>`;
