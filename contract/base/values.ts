/** Values that calls take, as narrow as what the database can store and reckon with. */

/** The largest `integer` of the database. */
export const INTEGER_MAX = 2_147_483_647;

/**
 * A moment: RFC 3339 with seconds, in the years 1900 to 2199 and at an offset of at most 14:59. The grammar of RFC 3339
 * alone allows the year 0000, leap seconds and an offset of 23:59, which databases refuse.
 */
export const INSTANT_INPUT = {
  type: 'string',
  format: 'date-time',
  pattern: '^(19|20|21)\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d{1,9})?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$',
} as const;

/** A calendar date of the years 1900 to 2199, 'YYYY-MM-DD'. */
export const DAY_INPUT = { type: 'string', format: 'date', pattern: '^(19|20|21)\\d{2}-\\d{2}-\\d{2}$' } as const;
