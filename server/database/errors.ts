/** Sorts what goes wrong with a database into 'not there', 'again' and the rest. */
import { types } from 'node:util';

const { isNativeError } = types;

/** Connection lost or refused, resources used up, shutting down, too slow, read-only after a failover. */
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
/** The driver gives these no code. */
const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/** The five characters PostgreSQL names an error with. */
export function sqlState(error: unknown): string | undefined {
  const code = isNativeError(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether the database cannot answer just now, so that the same call may well succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  // Not instanceof: errors of the system come from another realm where code runs in one of its own, as under jest.
  if (!isNativeError(error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing file is ENOENT as well; only a missing socket is an absent database.
  if (code !== undefined && NETWORK_CODES.has(code)) return syscall !== 'open' && syscall !== 'stat';
  const state = sqlState(error);
  if (state !== undefined) return UNAVAILABLE_STATES.test(state);
  return DRIVER_MESSAGES.some((message) => error.message.includes(message));
}

/** Two transactions were in each other's way and this one was undone: nothing happened, and it may simply go again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}
