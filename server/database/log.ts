/** The part of the server's logger the database speaks to. */
type Line = (facts: object, message: string) => void;

export interface DatabaseLog {
  readonly info: Line;
  readonly warn: Line;
  readonly error: Line;
}

export const SILENT: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
