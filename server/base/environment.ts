/** How settings are read from environment variables: their kinds of values, and secrets that come as files. */
import { readFileSync } from 'node:fs';

/** Its message is one line for the operator: the variable, its value unless that is secret, and what is expected. */
export class ConfigurationError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty value counts as not set, as an empty line in an env file does. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** Throws ConfigurationError; `expected` completes 'it must be'. */
export function wrong(name: string, value: string, expected: string): never {
  throw new ConfigurationError(`${name} is '${value}', but it must be ${expected}.`);
}

/** `min` and `max` are allowed. Throws ConfigurationError for any other value. */
export function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) wrong(name, value, `a whole number from ${min} to ${max}`);
  return number;
}

/** Throws ConfigurationError for a value that is not among `allowed`. */
export function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  return allowed.find((candidate) => candidate === value) ?? wrong(name, value, `one of ${allowed.join(', ')}`);
}

/** An absolute address. Throws ConfigurationError without the value, because these addresses carry passwords. */
export function url(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) {
    throw new ConfigurationError(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  if (isReadable(value)) return value;
  const remedy = value.includes('@')
    ? 'percent-encode special characters of its user and password, such as %2F for /, %23 for #, %3F for ? and %25 for %'
    : 'check its host and port';
  throw new ConfigurationError(`${name} cannot be read: ${remedy}.`);
}

/** Whether the address parses, and its user and password decode. */
function isReadable(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, pathname, hash } = new URL(value);
  const isLogin = !/^https?:$/.test(protocol);
  // A password such as 12/34 parses as a port: its `@` is then in the path.
  if (isLogin && `${username}${password}` === '' && `${pathname}${hash}`.includes('@')) return false;
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** Settings that hold secrets may come as files, the way secret managers hand them out. */
const SECRETS = [
  'SERVER_SECRET',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_READ_URL',
  'EVENT_BUS_URL',
  'SMTP_URL',
  'OPERATIONS_TOKEN',
  'HANDOFF_SECRET',
] as const;

/** `NAME_FILE` names the file that holds NAME. Throws ConfigurationError if it cannot be read, or if both are set. */
export function withSecretFiles(env: Environment): Environment {
  const read = SECRETS.flatMap((name) => {
    const file = text(env, `${name}_FILE`);
    if (file === undefined) return [];
    if (text(env, name) !== undefined) {
      throw new ConfigurationError(`${name} and ${name}_FILE are both set: set one of them.`);
    }
    return [[name, readSettingFile(`${name}_FILE`, file)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`${name} is '${file}', which cannot be read (${(error as Error).message}).`);
  }
}
