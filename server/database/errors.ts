/** Classifies database errors: unavailable, conflict, or another error. */
import { types } from 'node:util';

const { isNativeError } = types;

/** Connection lost or refused, resources exhausted, shutting down, timed out, read-only after a failover. */
const UNAVAILABLE_STATES = /^(08...|53...|57P0[1-5]|57014|55P03|25P0[34]|25006|58030|40001|40P01)$/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAGAIN',
]);
/** Driver errors without a code. */
const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/** The SQLSTATE of an error. */
export function sqlState(error: unknown): string | undefined {
  const code = isNativeError(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether the database is unavailable for now, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  // Not instanceof: under jest, system errors come from another realm.
  if (!isNativeError(error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing file is ENOENT too; only a missing socket means an absent database.
  if (code !== undefined && NETWORK_CODES.has(code)) return syscall !== 'open' && syscall !== 'stat';
  const state = sqlState(error);
  if (state !== undefined) return UNAVAILABLE_STATES.test(state);
  return DRIVER_MESSAGES.some((message) => error.message.includes(message));
}

/** The transaction was rolled back because of a concurrent one; it can be run again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/** Why the database cannot be used, in one line for the operator. */
export class DatabaseStartError extends Error {
  override readonly name: string = 'DatabaseStartError';
}

/** The database does not answer for now: a later start may succeed. */
export class DatabaseAwayError extends DatabaseStartError {
  override readonly name = 'DatabaseAwayError';
}

/** The database belongs to another server or a command that runs. */
export class DatabaseInUseError extends DatabaseStartError {
  override readonly name = 'DatabaseInUseError';
}
