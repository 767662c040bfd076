/** Answers that are files. */

/** What the app makes of such an answer: the bytes stay behind `file`, a reference that only the ports can open. */
export const FILE_RESPONSE = {
  title: 'FileAnswer',
  type: 'object',
  required: ['file', 'fileName', 'size'],
  properties: {
    file: { type: 'string', minLength: 1 },
    fileName: { type: 'string', minLength: 1 },
    size: { type: 'integer', minimum: 0, description: 'Bytes.' },
  },
  additionalProperties: false,
} as const;

/** What the app sends a file as: a reference that the ports turn into the bytes. */
export const FILE_REQUEST = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', minLength: 1 } },
  additionalProperties: false,
} as const;

/** A file larger than this is not taken. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;
/** A file may take longer than other answers: no whole one within this time counts as none at all. */
export const FILE_TIMEOUT_MS = 60_000;
