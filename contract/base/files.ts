/** Endpoints that answer with a file. */

/** The answer as the app receives it: `file` is a reference to the bytes that only the ports can open. */
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

/** A file as the app sends it: a reference that the ports replace with the bytes. */
export const FILE_REQUEST = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', minLength: 1 } },
  additionalProperties: false,
} as const;

/** Endings of the files that people may upload, as file choosers take them; the server looks at the bytes. */
export const UPLOAD_TYPES = '.pdf,.docx,.xlsx,.pptx,.png,.jpg,.jpeg,.txt,.csv,.md';

/** The name of the uploaded file. */
export const FILE_NAME_QUERY = {
  type: 'object',
  required: ['fileName'],
  properties: { fileName: { type: 'string', minLength: 1, maxLength: 255 } },
} as const;

/** The app refuses larger files. */
export const FILE_MAX_MEGABYTES = 50;
/** Files may take longer than other answers: a request has failed after this long without a byte. */
export const FILE_TIMEOUT_MS = 60_000;
/** Lines are often slower in this direction: 10 MB need 0.7 Mbit/s. The server waits longer than the app. */
export const UPLOAD_TIMEOUT_MS = 120_000;
