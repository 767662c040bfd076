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
import type { Failure } from '../../machines/failure';
import { failureFrom } from '../../sagas/base/http/failure';
import { failureText } from '../../sagas/base/http/failureText';
import { isWorthReturningTo, pathFor } from '../../sagas/session/signIn/showPath.saga';
import { parseNames } from '../../sagas/session/signIn/signIn.saga';
import { signedOutText } from '../../sagas/session/signIn/signIn.texts';
import { tokenError } from '../support/tokenErrors';

const NOW = 1_000_000;

describe('the address of a screen', () => {
  it.each([
    ['signIn', '/', '/signin'],
    ['signIn', '/signin', '/signin'],
    ['signIn', '/MERIDIAN/signin', '/MERIDIAN/signin'],
    ['signIn', '/passwordchange', '/signin'],
    ['signIn', '/home', '/signin'],
    ['signIn', '/a/b/signin', '/signin'],
    ['signIn', '/MERIDIAN/signin/more', '/signin'],
    ['passwordChange', '/signin', '/passwordchange'],
    ['passwordChange', '/home', '/passwordchange'],
    ['home', '/signin', '/'],
    ['home', '/MERIDIAN/signin', '/'],
    ['home', '/passwordchange', '/'],
    ['home', '/LAKESIDE/auth/sso/demo', '/'],
    ['home', '/LAKESIDE/auth/sso/demo/more', '/LAKESIDE/auth/sso/demo/more'],
    ['home', '/vms/passwordchange', '/vms/passwordchange'],
    ['home', '/vms/jobs', '/vms/jobs'],
    ['starting', '/anything', '/anything'],
    ['unreachable', '/anything', '/anything'],
  ] as const)('%s at %s is %s', (screen, path, expected) => {
    expect(pathFor(screen, path)).toBe(expected);
  });
});

describe('returning after sign-in', () => {
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

describe('the last user', () => {
  it.each([
    ['sso', 'sso'],
    ['password', 'password'],
    ['passkey', 'passkey'],
    ['pigeon', null],
    [undefined, null],
  ])('is read as stored, with %p: %p', (way, recalled) => {
    const names = { userName: 'ann', organizationCode: 'MERIDIAN' };
    expect(parseNames(JSON.stringify({ ...names, way }))).toEqual({ ...names, way: recalled });
  });

  it('is empty for any other content of the storage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        const { userName, organizationCode } = parseNames(stored);
        expect([typeof userName, typeof organizationCode]).toEqual(['string', 'string']);
      }),
    );
    for (const stored of [null, 'null', '7', '{"userName":1,"organizationCode":{}}', '{"userName":"ann"}'])
      expect(parseNames(stored)).toEqual({ userName: '', organizationCode: '', way: null });
  });
});

describe('answers as failures', () => {
  const api = (errorCode: ErrorCode, more: Partial<ApiErrorBody> = {}) =>
    failureFrom({ status: 400, body: { errorCode, errorMessage: 'Words.', ...more }, retryAfterSeconds: null }, NOW);

  it.each(ERROR_CODES.map((code) => [code]))('%s is a failure with a message', (code) => {
    expect(failureText(api(code))).toMatch(/[.]$/);
  });

  it.each([...SIGN_IN_REFUSALS, ...SESSION_END_REASONS].map((reason) => [reason]))(
    'invalid_grant %s has a message',
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
    [502, { kind: 'unavailable', retryAt: NOW + 7_000, byProxy: true }],
    [503, { kind: 'unavailable', retryAt: NOW + 7_000, byProxy: true }],
    [504, { kind: 'unavailable', retryAt: NOW + 7_000, byProxy: true }],
  ] as const)('a proxy that answers %i with its own body', (status, expected) => {
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
    'a locked account at %s: %j for %s s shows when the lock ends, if the server states it',
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

  it.each<[ErrorCode, object]>([
    ['token_expired', { kind: 'tokenExpired' }],
    ['invalid_token', { kind: 'sessionEnded', reason: 'expired' }],
    ['session.ended', { kind: 'sessionEnded', reason: 'expired' }],
    ['session.pending', { kind: 'sessionPending' }],
    ['password.change.required', { kind: 'passwordChangeRequired' }],
    ['server.unauthorized', { kind: 'unauthorized' }],
    ['oauth.login.invalid.ipaddress', { kind: 'addressDenied' }],
    ['challenge.expired', { kind: 'challengeExpired' }],
    ['code.resend.too.early', { kind: 'resendTooEarly', resendAt: NOW, resendInMs: 0 }],
    ['sso.provider.unreachable', { kind: 'sso', problem: 'providerUnreachable', origin: null }],
    ['service.unavailable', { kind: 'unavailable', retryAt: null }],
    ['server.error', { kind: 'unknown', status: 400 }],
    ['conflict', { kind: 'refused', status: 400, code: 'conflict', message: 'Words.' }],
  ])('%s means %j', (code, failure) => {
    expect(api(code)).toEqual(failure);
  });

  it('another code may be requested when the server allows it', () => {
    expect(api('code.resend.too.early', { retryAfterSeconds: 30 })).toEqual({
      kind: 'resendTooEarly',
      resendAt: NOW + 30_000,
      resendInMs: 30_000,
    });
  });

  it.each([
    [400, { error: 'temporarily_unavailable' }, { kind: 'unavailable', retryAt: NOW + 7_000 }],
    [429, { error: 'invalid_grant' }, { kind: 'rateLimited', retryAt: NOW + 7_000 }],
    [401, { error: 'invalid_client' }, { kind: 'unknown', status: 401 }],
    [400, { error: 'invalid_grant' }, { kind: 'badCredentials' }],
    [
      400,
      { error: 'invalid_grant', error_description: 'invalid.authentication.code', attemptsLeft: 2 },
      { kind: 'codeWrong', attemptsLeft: 2 },
    ],
    [
      400,
      { error: 'invalid_grant', error_description: 'invalid.authentication.code' },
      { kind: 'codeWrong', attemptsLeft: null },
    ],
  ])('the token endpoint with %i and %j means %j', (status, body, failure) => {
    expect(failureFrom({ status, body, retryAfterSeconds: 7 }, NOW)).toEqual(failure);
  });

  it.each<[ErrorCode, object]>([
    ['too.many.requests', { kind: 'rateLimited', retryAt: NOW + 7_000 }],
    ['server.error', { kind: 'unknown', status: 500 }],
    ['service.unavailable', { kind: 'unavailable', retryAt: NOW + 7_000 }],
    ['sso.provider.unreachable', { kind: 'sso', problem: 'providerUnreachable', origin: null }],
    [
      'request.invalid',
      {
        kind: 'refused',
        status: 400,
        code: 'request.invalid',
        message: 'This request is not valid. Please check what you entered.',
      },
    ],
  ])('%s from the token endpoint means %j', (code, failure) => {
    expect(failureFrom(tokenError(code), NOW)).toEqual(failure);
  });

  it('a refused request without a code still shows its sentence', () => {
    const body = { error: 'invalid_request', errorMessage: 'Please enter a password.' };
    expect(failureText(failureFrom({ status: 400, body, retryAfterSeconds: null }, NOW))).toBe(
      'Please enter a password.',
    );
  });

  it.each<[Failure, RegExp]>([
    [{ kind: 'otherUser' }, /^Another user has signed in in this browser/],
    [{ kind: 'challengeExpired' }, /^The authentication code is no longer valid/],
    [{ kind: 'resendTooEarly', resendAt: NOW, resendInMs: 0 }, /^A code was sent a moment ago/],
    [{ kind: 'passwordChangeRequired' }, /^Your password must be changed/],
    [{ kind: 'sessionPending' }, /^Your other sessions have not been ended yet/],
  ])('%j has its own message', (failure, words) => {
    expect(failureText(failure)).toMatch(words);
  });

  it('without a retry time names no time', () => {
    expect(failureFrom({ status: 503, body: null, retryAfterSeconds: null }, NOW)).toEqual({
      kind: 'unavailable',
      retryAt: null,
      byProxy: true,
    });
  });

  it('a proxy may answer with JSON, and an unknown error code is that of a newer server', () => {
    const from = (body: object) => failureFrom({ status: 503, body, retryAfterSeconds: null }, NOW);
    expect(from({ message: 'No upstream.' })).toEqual({ kind: 'unavailable', retryAt: null, byProxy: true });
    expect(from({ errorCode: 'new.code', errorMessage: 'Words.' })).toEqual({ kind: 'unavailable', retryAt: null });
  });

  it('waits for the time in the body if the header differs', () => {
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

it('every reason for being signed out has its own message', () => {
  const sentences = SESSION_END_REASONS.map(signedOutText);
  expect(new Set(sentences).size).toBe(SESSION_END_REASONS.length);
  expect(signedOutText(null)).toBeNull();
});
