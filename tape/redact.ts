/**
 * Replaces secrets by placeholders. Equal values get equal placeholders (`<token:1>`), so that sagas' comparisons work
 * in a replay. Placeholders stay unchanged, so redacting twice changes nothing.
 */
import type { Entry, Json, RedactionRules } from './format';
import { createWords, isChosenWord, type Origin } from './words';

/** Keys of secrets, in any case; an app may add its own. */
const DEFAULT_KEYS = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'sso_token',
  'tokenIdentifier',
  'authorization',
  'cookie',
  'secret',
  'apiKey',
  'api_key',
  'otp',
  'authentication_code',
] as const;

export const DEFAULT_REDACTION: RedactionRules = { keys: DEFAULT_KEYS, emails: true };

/** Further names of secrets, such as `demoPassword`, `X-Api-Key` or `Set-Cookie`. */
const SECRET_NAME = /(passwords?|passphrase|secret|token|api[-_]?key|credentials?|cookie)$/i;

const HTTPS = /^https:\/\//;
const WITH_QUERY = /^([^?]*\?)(.+)$/s;
const PLACEHOLDER = /^<([\w-]+):(\d+)>$/;
const REDACTED_HOST = 'redacted.example';
/** Addresses stay valid. */
const REDACTED_QUERY = /^redacted-query-(\d+)$/;
const ANY_PLACEHOLDER = /<([\w-]+):(\d+)>|\bperson-(\d+)@redacted\.example|\bredacted-query-(\d+)/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** Many values under `code` are not secret. */
const ONE_TIME_CODE = /^\d{4,10}$/;
/** Shorter secrets are replaced only under their keys, because elsewhere they would match words. */
const FOUND_ANYWHERE = 4;
const FOUND_WITHIN = 6;

/** How many texts are remembered, and how long they are at most. */
const MAX_TEXTS = 1_000;
const SHORT = 200;

export interface Redactor {
  readonly redact: (value: Json, origin?: Origin) => Json;
  /** Reads the placeholders of a tape's value, so that the next new ones have the numbers that they had there. */
  readonly read: (value: Json) => void;
}

/** Leaves everything as it is. */
export const NO_REDACTION: Redactor = { redact: (value) => value, read: () => {} };

/** Replaces secrets and mail addresses by numbered placeholders, equal values by equal ones. */
export function createRedactor({ keys, queries = [], addresses = [], emails }: RedactionRules): Redactor {
  const secretNames = new Set(keys.map((key) => key.toLowerCase()));
  const secretQueries = new Set(queries.map((key) => key.toLowerCase()));
  const secretAddresses = new Set(addresses.map((key) => key.toLowerCase()));
  const known = new Map<string, string>();
  /** Found only under `code`, where it may be no secret: a number of the same digits is another value. */
  const codes = new Set<string>();
  const words = createWords();
  const counts = new Map<string, number>();

  const count = (kind: string) => {
    const next = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, next);
    return next;
  };
  const conceal = (value: string, kind: string, show = (nth: number) => `<${kind}:${nth}>`) => {
    let placeholder = known.get(value);
    if (placeholder === undefined) known.set(value, (placeholder = words.forget(value) ?? show(count(kind))));
    return placeholder;
  };
  const concealWord = (value: string, kind: string) =>
    known.get(value) ?? words.placeholderOf(value) ?? words.add(value, `<${kind}:${count(kind)}>`);
  const seen = (kind: string, nth: number) => counts.set(kind, Math.max(counts.get(kind) ?? 0, nth));

  /** Texts as they are redacted until another secret becomes known. */
  const clearTexts = new Map<string, string>();
  let secrets = 0;
  function forget(): void {
    if (known.size === secrets && clearTexts.size < MAX_TEXTS) return;
    clearTexts.clear();
    secrets = known.size;
  }
  function text(value: string, origin: Origin, name: string | null): string {
    if (words.placeholderOf(value) !== undefined) return words.replaced(value, origin, name);
    const inner = /^[{[]/.test(value) ? innerJson(value) : null;
    if (inner !== null) return JSON.stringify(redact(inner, origin, name));
    forget();
    const there = clearTexts.get(value);
    if (there !== undefined) return there;
    const clear = clearText(value);
    forget();
    if (value.length <= SHORT) clearTexts.set(value, clear);
    return clear;
  }

  function clearText(value: string): string {
    const placeholder = PLACEHOLDER.exec(value);
    if (placeholder?.[1] !== undefined) {
      seen(placeholder[1], Number(placeholder[2]));
      return value;
    }
    let clear = whole(value) ?? value;
    for (const [secret, shown] of known)
      if (secret.length >= FOUND_WITHIN && clear.length > secret.length) clear = clear.replaceAll(secret, shown);
    if (clear.includes('eyJ')) clear = clear.replace(JWT, (jwt) => conceal(jwt, 'token'));
    if (emails && clear.includes('@')) {
      clear = clear.replace(EMAIL, (email) => {
        const nth = new RegExp(`^person-(\\d+)@${REDACTED_HOST}$`).exec(email)?.[1];
        if (nth === undefined) return conceal(email, 'email', (next) => `person-${next}@${REDACTED_HOST}`);
        seen('email', Number(nth));
        return email;
      });
    }
    return clear;
  }
  /** The placeholder of a value that is a secret as a whole. */
  const whole = (value: string) => (value.length >= FOUND_ANYWHERE ? known.get(value) : undefined);

  const wholeNumber = (value: number): Json => (codes.has(String(value)) ? value : (whole(String(value)) ?? value));

  /** Objects under a secret name have names of their own. */
  const secret = (key: string, value: Json, origin: Origin): Json => {
    if (key !== 'code') codes.delete(String(value));
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => secret(key, item, origin));
    if (typeof value === 'number') return conceal(String(value), key);
    if (typeof value !== 'string' || value === '' || PLACEHOLDER.test(value)) return redact(value, origin, key);
    return isChosenWord(key, value) ? concealWord(value, key) : conceal(value, key);
  };
  const concealQuery = (query: string) => {
    const nth = REDACTED_QUERY.exec(query)?.[1];
    if (nth === undefined) return conceal(query, 'query', (next) => `redacted-query-${next}`);
    seen('query', Number(nth));
    return query;
  };
  const isSecretQuery = (key: string) => secretQueries.has(key.toLowerCase());
  const isSecretName = (key: string) => secretNames.has(key.toLowerCase()) || SECRET_NAME.test(key);
  function field(key: string, value: Json, origin: Origin, name: string | null): Json {
    const isCode = key === 'code' && typeof value === 'string' && ONE_TIME_CODE.test(value);
    const isName = isSecretName(key);
    if (isCode && !isName && !known.has(value)) codes.add(value);
    const isAddress = secretAddresses.has(key.toLowerCase()) && typeof value === 'string' && HTTPS.test(value);
    if (isCode || isName || isAddress) return secret(key, value, origin);
    const [, address, query] = (isSecretQuery(key) && typeof value === 'string' && WITH_QUERY.exec(value)) || [];
    if (address !== undefined && query !== undefined) return address + concealQuery(query);
    // The payload of an action is like an argument without a name.
    return redact(value, origin, key === 'payload' ? name : key);
  }
  function list(items: readonly Json[], origin: Origin, name: string | null): Json {
    return items.every(isPair) ? pairs(items, origin, name) : items.map((item) => redact(item, origin, name));
  }
  /** Items of a map may have other keys than texts. */
  function pairs(items: readonly Json[], origin: Origin, name: string | null): Json {
    return items.map((item) => {
      if (!isPair(item)) return redact(item, origin, name);
      const [key, value] = item;
      return [isSecretName(key) ? key : redact(key, origin, name), field(key, value, origin, name)];
    });
  }
  function redact(value: Json, origin: Origin = 'answer', name: string | null = null): Json {
    if (typeof value === 'string') return text(value, origin, name);
    if (typeof value === 'number') return known.size === 0 ? value : wholeNumber(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return list(value, origin, name);
    if (isMap(value)) return { ...value, of: pairs(value.of, origin, name) };
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, field(key, item, origin, name)]));
  }

  function read(value: Json): void {
    if (typeof value === 'string') {
      if (!/<|redacted/.test(value)) return;
      for (const [, kind, nth, person, query] of value.matchAll(ANY_PLACEHOLDER))
        if (query === undefined) seen(kind ?? 'email', Number(nth ?? person));
        else seen('query', Number(query));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(read);
  }

  return { redact: (value, origin) => redact(value, origin), read };
}

/** A name and its value, in a list of nothing else: how headers, forms and maps are written. */
const isPair = (item: Json): item is readonly [string, Json] =>
  Array.isArray(item) && item.length === 2 && typeof item[0] === 'string';

const isMap = (value: object): value is { readonly $is: 'Map'; readonly of: readonly Json[] } =>
  '$is' in value && value.$is === 'Map' && 'of' in value && Array.isArray(value.of);

/** Storage holds JSON as text; null if it is not JSON, or would be written differently. */
function innerJson(text: string): Json | null {
  try {
    const value = JSON.parse(text) as Json;
    return JSON.stringify(value) === text ? value : null;
  } catch {
    return null;
  }
}

const ORIGINS: Readonly<Record<string, Origin>> = {
  do: 'person',
  action: 'sagas',
  value: 'answer',
  error: 'answer',
};

/** The parts of an entry that are values; addresses stay. */
export function redactEntry({ redact }: Redactor, entry: Entry): Entry {
  const clear: Record<string, unknown> = { ...entry };
  for (const [key, origin] of Object.entries(ORIGINS))
    if (key in clear) clear[key] = redact(clear[key] as Json, origin);
  // One at a time, as a replay has them.
  if ('args' in entry) clear['args'] = entry.args.map((arg) => redact(arg, 'sagas'));
  return clear as unknown as Entry;
}
