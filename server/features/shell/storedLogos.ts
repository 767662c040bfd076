/** Uploaded logos, instead of those derived from the name: PNGs of limited size, sent in base64. */
import { LOGO_MAX_BYTES, LOGO_MAX_SIDE } from '../../../contract/base/limits';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The header chunk comes first: its length, its type, width and height. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const MIN_BYTES = 45;

/** The picture; null for none. Throws ApiError (`request.invalid`). */
export function checkedLogo(base64: string | null): Buffer | null {
  if (base64 === null) return null;
  const png = Buffer.from(base64, 'base64');
  const isPng =
    png.length >= MIN_BYTES &&
    png.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    png.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng || png.length > LOGO_MAX_BYTES) {
    throw new ApiError('request.invalid', {
      sentence: `Please choose a PNG of at most ${LOGO_MAX_BYTES / 1024} KB as logo.`,
    });
  }
  const side = Math.max(png.readUInt32BE(WIDTH_AT), png.readUInt32BE(HEIGHT_AT));
  if (side === 0 || side > LOGO_MAX_SIDE) {
    throw new ApiError('request.invalid', {
      sentence: `Please choose a logo of at most ${LOGO_MAX_SIDE} pixels in width and height.`,
    });
  }
  return png;
}

/** The uploaded logo in base64; null if there is none. */
export async function logoOf(queries: Queries, organizationId: string): Promise<string | null> {
  const found = await queries
    .selectFrom('organization_logos')
    .where('organization_id', '=', organizationId)
    .select('png')
    .executeTakeFirst();
  return found?.png.toString('base64') ?? null;
}

/** Whether two logos, in base64, are the same picture. */
export const isSameLogo = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Buffer.from(one, 'base64').equals(Buffer.from(other, 'base64')));

/** Replaces the organization's logo; null removes it. */
export async function storeLogo(queries: Queries, organizationId: string, png: Buffer | null): Promise<void> {
  if (png === null) {
    await queries.deleteFrom('organization_logos').where('organization_id', '=', organizationId).execute();
    return;
  }
  await queries
    .insertInto('organization_logos')
    .values({ organization_id: organizationId, png })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ png }))
    .execute();
}
