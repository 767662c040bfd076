/** Values that calls take, as narrow as what the database can store and calculate with. */
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH, USER_NAME_MAX_LENGTH } from './limits';

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

/** Of every answer: the id under which the server's log has the request. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The viewer's IANA zone, which decides what day is today; UTC without it. */
export const TIME_ZONE_HEADER = 'x-time-zone';
/** Syntax of zone names: 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12'. */
export const TIME_ZONE_PATTERN = '^[A-Za-z0-9_+:/-]{1,64}$';

/** Invisible characters besides spaces: control and format characters, separators and fillers. */
const UNSEEN = '\\p{C}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0';

/** Pattern for texts with at least one visible character. */
export const SOMETHING_VISIBLE = `[^\\s\\p{M}${UNSEEN}]`;

/**
 * Pattern for names that must not imitate another: at least one visible character, and none invisible besides spaces.
 */
export const ONLY_VISIBLE = `^[^${UNSEEN}]*${SOMETHING_VISIBLE}[^${UNSEEN}]*$`;

/** A first or last name. It may have invisible characters, because some scripts join their letters with them. */
export const PERSON_NAME_INPUT = {
  type: 'string',
  minLength: 1,
  maxLength: PERSON_NAME_MAX_LENGTH,
  pattern: SOMETHING_VISIBLE,
} as const;

/** Pattern for email addresses, without anchors. */
export const EMAIL_ADDRESS = '[^\\s@]+@[^\\s@]+\\.[^\\s@]+';
export const EMAIL_INPUT = { type: 'string', format: 'email', maxLength: EMAIL_MAX_LENGTH } as const;

/** The name of an existing user. */
export const USER_NAME_INPUT = { type: 'string', minLength: 1, maxLength: USER_NAME_MAX_LENGTH } as const;
/** Pattern for the names of new users. */
export const NEW_USER_NAME = '^[\\p{L}\\p{N}._@+-]+$';

export const CHOSEN_FACILITY = {
  type: 'string',
  format: 'uuid',
  description: 'The facility chosen in the shell: only what concerns it.',
} as const;

/** The answer of a call that returns nothing. */
export const EMPTY = { title: 'Empty', type: 'object', properties: {}, additionalProperties: false } as const;
