/** The zone that a request names, whose calendar determines the viewer's current day. */
import type { FastifyRequest } from 'fastify';
import { TIME_ZONE_HEADER, TIME_ZONE_PATTERN } from '../../../contract/base/values';
import { isZone } from '../../base/dates';
import { ApiError } from '../../base/errors';

const NAME = new RegExp(TIME_ZONE_PATTERN);

/**
 * Undefined without the header, and for an unknown zone: browsers learn of new zones before servers do. Throws ApiError
 * (`request.invalid`) for text that is not the name of a zone.
 */
export function viewerZone({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const name = headers[TIME_ZONE_HEADER];
  if (name === undefined) return undefined;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new ApiError('request.invalid', {
      sentence: `The header '${TIME_ZONE_HEADER}' takes a time zone such as America/Chicago. Please correct it, or leave it out.`,
    });
  }
  return isZone(name) ? name : undefined;
}
