import * as factors from '../../../sagas/session/factors/enrollFactor.slice';
import * as intents from '../../../sagas/session/signIn/signIn.intents';
import { actionConfirmed } from '../../../sagas/features/confirmations/confirmations.slice';
import {
  enrollmentRequested,
  factorChangeRequested,
  newCodesKept,
  proofSubmitted,
} from '../../../sagas/features/security/security.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { scriptedPasskeys } from '../../support/passkeysPort';
import { apiError, oauthError, ok, token } from '../../support/scriptedServer';
import type { Script, World } from './world';

/** An app and a passkey are set up; a code is mailed on request. */
const CHOICE = ok({
  required: true,
  methods: ['passkey', 'app', 'mail', 'recovery'],
  passkeyOptions: '{"challenge":"1"}',
  mayRemember: true,
});
const MAILED = ok({
  required: true,
  methods: ['passkey', 'app', 'mail', 'recovery'],
  passkeyOptions: '{"challenge":"2"}',
  challengeId: 'c1',
  sentTo: 'v•••@meridian.example',
  resendInSeconds: 30,
});
const ANSWER = { passkey: '{"id":"k1"}' };
const MUST_ENROLL = ok(token({ mustEnroll: true }));
const FACTORS = {
  app: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  mailedCodes: true,
  required: false,
  mayRemember: true,
  rememberedDevices: 1,
  proofNeeded: false,
};
const PASSKEY = { id: 'p1', name: 'Firefox on Linux', createdAt: '2026-01-15T09:00:00Z', synced: false };
const WITH_APP = { ...FACTORS, app: true, recoveryCodesLeft: 10 };
const HERE = {
  sessionId: 's1',
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  state: 'live',
  since: '2026-01-15T09:00:00Z',
  lastUsedAt: '2026-01-15T09:00:00Z',
  isCurrent: true,
};
const CODES = 'aaaaa-bbbbb ccccc-ddddd';

const code = (w: World, text: string, remember = false) => intents.codeSubmitted({ code: w.secret(text), remember });
const by = (method: 'app' | 'mail' | 'recovery') => intents.methodChosen({ method });
const appCode = (w: World, text: string) => factors.appCodeSubmitted({ code: w.secret(text) });
const choose = (enrollment: 'app' | 'passkey') => factors.enrollmentChosen({ enrollment });
const withPasskeys =
  (...outcomes: Parameters<typeof scriptedPasskeys>[0] & object) =>
  () => ({
    passkeys: scriptedPasskeys(outcomes),
  });

async function submitted(w: World): Promise<void> {
  await w.start();
  await w.act(w.submit());
}

async function enrolling(w: World): Promise<void> {
  w.respond('token', MUST_ENROLL);
  w.respond('appBegin', ok({ appSecret: 'KEYKEYKEY', appUri: 'otpauth://totp/x' }));
  w.respond('passkeyBegin', ok({ options: '{"challenge":"3"}' }));
  await submitted(w);
}

async function atSecurity(w: World, held: object = FACTORS): Promise<void> {
  w.respond('factors', ok(held));
  w.respond('appBegin', ok({ appSecret: 'KEYKEYKEY', appUri: 'otpauth://totp/x' }));
  w.respond('passkeyBegin', ok({ options: '{"challenge":"3"}' }));
  await submitted(w);
  await w.act(navigateRequested({ to: '/vms/profile/security' }), 1_000);
}

export const factorFlows: readonly Script[] = [
  {
    name: 'passkey-alone',
    title: 'A passkey is declined, and then signs in without user name and password',
    tab: withPasskeys('declined', ANSWER),
    async run(w) {
      w.respond('passkeySignInOptions', ok({ options: '{"challenge":"0"}' }));
      w.respond('token', ok(token({ userName: 'vms.manager', organizationCode: 'MERIDIAN' })));
      await w.start();
      await w.act(intents.passkeySignInRequested());
      await w.act(intents.passkeySignInRequested());
    },
  },
  {
    name: 'passkey-offered',
    title:
      'Passkeys are offered in the user name field: the options are requested again until the user picks a passkey, which signs in',
    tab: () => ({ passkeys: scriptedPasskeys([], ['waiting', ANSWER]) }),
    async run(w) {
      w.respond('passkeySignInOptions', ok({ options: '{"challenge":"0"}' }));
      w.respond('token', ok(token({ userName: 'vms.manager', organizationCode: 'MERIDIAN' })));
      await w.start();
      await w.wait(240_000);
      await w.wait(1_000);
    },
  },
  {
    name: 'passkey-beside-password',
    title: 'A passkey as second factor: declined, refused, accepted, and the device is remembered',
    tab: withPasskeys('declined', ANSWER),
    async run(w) {
      w.respond('twoFactorCheck', CHOICE);
      await submitted(w);
      await w.act(intents.passkeyProofRequested({ remember: false }));
      w.respond('token', oauthError('passkey.refused'));
      await w.act(intents.passkeyProofRequested({ remember: false }));
      w.respond('token', ok(token()));
      await w.act(intents.passkeyProofRequested({ remember: true }));
    },
  },
  {
    name: 'passkey-password-changed',
    title: 'The password is no longer valid when the passkey is requested a second time',
    tab: withPasskeys('declined', ANSWER),
    async run(w) {
      w.respond('twoFactorCheck', CHOICE);
      await submitted(w);
      await w.act(intents.passkeyProofRequested({ remember: false }));
      w.respond('twoFactorCheck', apiError(400, 'invalid.credentials'));
      await w.act(intents.passkeyProofRequested({ remember: false }));
    },
  },
  {
    name: 'another-way',
    title: 'An app code is wrong, a recovery code is wrong, the mail fails once, and the mailed code signs in',
    async run(w) {
      w.respond('twoFactorCheck', CHOICE);
      await submitted(w);
      w.respond('token', oauthError('invalid.authentication.code'));
      await w.act(code(w, '111111'));
      await w.act(by('recovery'));
      await w.act(code(w, 'aaaaa-bbbbb'));
      w.respond('twoFactorCheck', 'unreachable');
      await w.act(by('mail'));
      w.respond('twoFactorCheck', MAILED);
      await w.act(by('mail'));
      w.respond('token', ok(token()));
      await w.act(code(w, '222222', true));
    },
  },
  {
    name: 'mail-not-needed',
    title: 'Requesting a mailed code: first the password is no longer valid, then no second factor is required',
    async run(w) {
      w.respond('twoFactorCheck', CHOICE);
      await submitted(w);
      w.respond('twoFactorCheck', apiError(400, 'invalid.credentials'));
      await w.act(by('mail'));
      w.respond('twoFactorCheck', CHOICE);
      await w.act(w.submit());
      w.respond('twoFactorCheck', ok({ required: false }));
      await w.act(by('mail'));
    },
  },
  {
    name: 'enroll-app',
    title:
      'Required enrollment of an app: fails to begin, is left, a wrong code, a late code, the right code, home page',
    async run(w) {
      await enrolling(w);
      w.respond('appBegin', 'unreachable');
      await w.act(choose('app'));
      w.respond('appBegin', ok({ appSecret: 'KEYKEYKEY', appUri: 'otpauth://totp/x' }));
      await w.act(choose('app'));
      await w.act(factors.enrollmentBackPressed());
      await w.act(choose('app'));
      w.respond('appConfirm', apiError(400, 'factor.refused'));
      await w.act(appCode(w, '111111'));
      w.respond('appConfirm', apiError(400, 'challenge.expired'));
      await w.act(appCode(w, '222222'));
      await w.act(choose('app'));
      w.respond('appConfirm', ok({ ...WITH_APP, recoveryCodes: CODES }));
      await w.act(appCode(w, '333333'));
      await w.act(factors.recoveryCodesKept());
    },
  },
  {
    name: 'enroll-passkey',
    title: 'Required enrollment of a passkey: declined, created, the recovery codes confirmed, home page',
    tab: withPasskeys('declined', ANSWER),
    async run(w) {
      await enrolling(w);
      await w.act(choose('passkey'));
      w.respond('passkeyAdd', ok({ ...FACTORS, passkeys: [PASSKEY], recoveryCodesLeft: 10, recoveryCodes: CODES }));
      await w.act(choose('passkey'));
      await w.act(factors.recoveryCodesKept());
    },
  },
  {
    name: 'enroll-left',
    title: 'A user who does not enroll a second factor returns to the form',
    async run(w) {
      await enrolling(w);
      await w.act(intents.returnToSignInRequested());
    },
  },
  {
    name: 'security-app',
    title:
      'Profile page: an app is begun and closed, set up, replaced, removed after the password; new recovery codes are created',
    async run(w) {
      await atSecurity(w);
      await w.act(enrollmentRequested({ first: 'app' }), 5);
      await w.act(factors.enrollmentClosed());
      await w.act(enrollmentRequested({ first: 'app' }));
      await w.act(factors.enrollmentClosed());
      await w.act(enrollmentRequested({ first: 'app' }));
      w.respond('appConfirm', ok(WITH_APP));
      await w.act(appCode(w, '111111'));
      w.respond('factors', ok({ ...WITH_APP, proofNeeded: true }));
      w.respond('appRemove', apiError(403, 'proof.required'));
      await w.act(factorChangeRequested({ kind: 'removeApp' }));
      w.respond('factorProof', apiError(400, 'password.incorrect'));
      await w.act(proofSubmitted({ password: w.secret('wrong') }));
      w.respond('factorProof', ok(WITH_APP));
      await w.act(proofSubmitted({ password: w.secret('correct horse') }));
      w.respond('recoveryCodesRenew', ok({ ...WITH_APP, recoveryCodes: CODES }));
      await w.act(factorChangeRequested({ kind: 'newCodes' }));
      await w.act(newCodesKept());
      w.respond('appRemove', ok(FACTORS));
      await w.act(factorChangeRequested({ kind: 'removeApp' }));
    },
  },
  {
    name: 'security-passkey',
    title:
      'Profile page: a passkey exists already, another is added, renamed and removed; remembered devices are cleared, other devices signed out',
    tab: withPasskeys('present', ANSWER),
    async run(w) {
      await atSecurity(w);
      await w.act(enrollmentRequested({ first: 'passkey' }));
      await w.act(factors.enrollmentClosed());
      w.respond('passkeyAdd', ok({ ...FACTORS, passkeys: [PASSKEY] }));
      w.respond('factors', ok({ ...FACTORS, passkeys: [PASSKEY] }));
      await w.act(enrollmentRequested({ first: 'passkey' }));
      w.respond('passkeyRename', ok({ ...FACTORS, passkeys: [{ ...PASSKEY, name: 'Desk' }] }));
      await w.act(factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' }));
      w.respond('devicesForget', ok({ ...FACTORS, passkeys: [PASSKEY], rememberedDevices: 0 }));
      await w.act(factorChangeRequested({ kind: 'removeRememberedDevices' }));
      w.respond('passkeyRemove', ok(FACTORS));
      w.respond('ownSessions', ok([HERE, { ...HERE, sessionId: 's2', state: 'pending', isCurrent: false }]));
      await w.act(factorChangeRequested({ kind: 'removePasskey', id: 'p1' }));
      w.respond('ownSessions', ok([HERE]));
      w.respond('endOtherSessions', ok({ ended: 1 }));
      await w.act(actionConfirmed());
    },
  },
];
