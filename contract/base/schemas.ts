/** Schemas of plain values. What callers enter has narrower ones, in `values.ts`. */
export const ID = { type: 'string', format: 'uuid' } as const;
export const TEXT = { type: 'string' } as const;
export const NULLABLE_TEXT = { type: ['string', 'null'] } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const FLAG = { type: 'boolean' } as const;
/** A calendar date, 'YYYY-MM-DD'. */
export const DATE = { type: 'string', format: 'date' } as const;
/** A moment, RFC 3339. */
export const INSTANT = { type: 'string', format: 'date-time' } as const;
export const NULLABLE_INSTANT = { type: ['string', 'null'], format: 'date-time' } as const;
export const OWN_USER_ID = { ...ID, description: "The caller's own." } as const;
