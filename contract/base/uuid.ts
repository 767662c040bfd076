/** UUIDs, the ids of all records. */

/** Pattern without anchors, for lower case. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether the text is a UUID, in lower or upper case. */
export const isUuid = (text: string): boolean => UUID.test(text.toLowerCase());

/** Whether the text is a UUID as the database writes it, in lower case. */
export const isCanonicalUuid = (text: string): boolean => UUID.test(text);

/** The UUID as the database writes it; null if the text is none. */
export const canonicalUuid = (text: string | null | undefined): string | null =>
  text != null && isUuid(text) ? text.toLowerCase() : null;
