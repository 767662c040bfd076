/** The small rules beside the sagas, as tables. */
import fc from 'fast-check';
import {
  ERROR_CODES,
  OAUTH_ERRORS,
  SESSION_END_REASONS,
  SIGN_IN_REFUSALS,
  type ApiErrorBody,
  type ErrorCode,
} from '../../contract/base/errors';
import { failureFrom } from '../../sagas/base/http/failure';
import { failureText } from '../../sagas/base/http/failureText';
import { isWorthReturningTo, pathFor } from '../../sagas/session/signIn/showPath.saga';
import { parseNames } from '../../sagas/session/signIn/signIn.saga';
import { signedOutText } from '../../sagas/session/signIn/signIn.texts';

const NOW = 1_000_000;

describe('the address a screen has', () => {
  it.each([
    ['signIn', '/', '/signin'],
    ['signIn', '/signin', '/signin'],
    ['signIn', '/MERIDIAN/signin', '/MERIDIAN/signin'],
    ['signIn', '/passwordchange', '/signin'],
    ['signIn', '/home', '/signin'],
    ['signIn', '/a/b/signin', '/signin'],
    ['passwordChange', '/signin', '/passwordchange'],
    ['passwordChange', '/home', '/passwordchange'],
    ['home', '/signin', '/'],
    ['home', '/MERIDIAN/signin', '/'],
    ['home', '/passwordchange', '/'],
    ['home', '/vms/jobs', '/vms/jobs'],
    ['starting', '/anything', '/anything'],
    ['unreachable', '/anything', '/anything'],
  ] as const)('%s at %s is %s', (screen, path, expected) => {
    expect(pathFor(screen, path)).toBe(expected);
  });
});

describe('coming back after signing in', () => {
  it.each([
    ['/vms/jobs', 'expired', true],
    ['/vms/jobs', 'taken_over', true],
    ['/vms/jobs', null, true],
    ['/vms/jobs', 'signed_out', false],
    ['/nowhere', 'invalid_url', false],
    ['/signin', null, false],
    ['/passwordchange', null, false],
    ['/', null, false],
  ] as const)('%s after %s: %s', (path, reason, expected) => {
    expect(isWorthReturningTo(path, reason)).toBe(expected);
  });
});

describe('who signed in last', () => {
  it('comes back as it was stored', () => {
    const names = { userName: 'ann', organizationCode: 'MERIDIAN' };
    expect(parseNames(JSON.stringify(names))).toEqual(names);
  });

  it('is nobody, whatever else is found in the storage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        const { userName, organizationCode } = parseNames(stored);
        expect([typeof userName, typeof organizationCode]).toEqual(['string', 'string']);
      }),
    );
    expect(parseNames('{"userName":1,"organizationCode":{}}')).toEqual({ userName: '', organizationCode: '' });
  });
});

describe('from an answer to a failure', () => {
  const api = (errorCode: ErrorCode, more: Partial<ApiErrorBody> = {}) =>
    failureFrom({ status: 400, body: { errorCode, errorMessage: 'Words.', ...more }, retryAfterSeconds: null }, NOW);

  it.each(ERROR_CODES.map((code) => [code]))('%s is a failure with a sentence', (code) => {
    expect(failureText(api(code))).toMatch(/[.]$/);
  });

  it.each([...SIGN_IN_REFUSALS, ...SESSION_END_REASONS].map((reason) => [reason]))(
    'invalid_grant %s has a sentence',
    (reason) => {
      const body = { error: 'invalid_grant', error_description: reason };
      expect(failureText(failureFrom({ status: 400, body, retryAfterSeconds: null }, NOW))).toMatch(/[.]$/);
    },
  );

  it.each(OAUTH_ERRORS.map((error) => [error]))('%s from the token endpoint never counts as signed in', (error) => {
    const { kind } = failureFrom({ status: 400, body: { error }, retryAfterSeconds: null }, NOW);
    expect(['unknown', 'unavailable', 'badCredentials']).toContain(kind);
  });

  it.each([
    [401, { kind: 'unknown', status: 401 }],
    [418, { kind: 'unknown', status: 418 }],
    [429, { kind: 'rateLimited', retryAt: NOW + 7_000 }],
    [500, { kind: 'unknown', status: 500 }],
    [502, { kind: 'unavailable', retryAt: NOW + 7_000 }],
    [503, { kind: 'unavailable', retryAt: NOW + 7_000 }],
    [504, { kind: 'unavailable', retryAt: NOW + 7_000 }],
  ] as const)('a proxy that answers %i in its own words', (status, expected) => {
    expect(failureFrom({ status, body: null, retryAfterSeconds: 7 }, NOW)).toEqual(expected);
  });

  it.each([
    [
      'the check',
      { errorCode: 'account.locked' },
      40,
      'Account is locked. Please contact administrator. It unlocks by itself in a minute.',
    ],
    [
      'the check',
      { errorCode: 'account.locked' },
      841,
      'Account is locked. Please contact administrator. It unlocks by itself in 15 minutes.',
    ],
    ['the check', { errorCode: 'account.locked' }, undefined, 'Account is locked. Please contact administrator.'],
    [
      'signing in',
      { error: 'invalid_grant', error_description: 'account_locked' },
      61,
      /reset your password and unlock your account\. It unlocks by itself in 2 minutes\.$/,
    ],
    [
      'signing in',
      { error: 'invalid_grant', error_description: 'account_locked' },
      undefined,
      /reset your password and unlock your account\.$/,
    ],
  ])(
    'a locked account at %s: %j for %s s says when that ends, where the server does',
    (_at, words, seconds, sentence) => {
      const body = {
        ...words,
        ...('errorCode' in words ? { errorMessage: 'No.' } : {}),
        ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
      };
      const text = failureText(failureFrom({ status: 400, body, retryAfterSeconds: null }, NOW));
      if (typeof sentence === 'string') expect(text).toBe(sentence);
      else expect(text).toMatch(sentence);
    },
  );

  it('waits as long as the body says, where the header says otherwise', () => {
    const body = { errorCode: 'too.many.requests', errorMessage: 'Slow down.', retryAfterSeconds: 3 };
    expect(failureFrom({ status: 429, body, retryAfterSeconds: 9 }, NOW)).toEqual({
      kind: 'rateLimited',
      retryAt: NOW + 3_000,
    });
  });

  it('any body at all becomes a failure, never an exception', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.jsonValue(), (status, body) => {
        expect(failureText(failureFrom({ status, body, retryAfterSeconds: null }, NOW))).not.toBe('');
      }),
    );
  });
});

it('every reason for being signed out has its own sentence', () => {
  const sentences = SESSION_END_REASONS.map(signedOutText);
  expect(new Set(sentences).size).toBe(SESSION_END_REASONS.length);
  expect(signedOutText(null)).toBeNull();
});
