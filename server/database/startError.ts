/** Why the database cannot be used, in one line for the person who starts the server. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}
