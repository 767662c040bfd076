import type { SecretRef } from '../../../machines/references';
import type { SsoRequest, SsoOutcome } from '../../../sagas/base/ports/signIn';
import { callEndedSession, providerSignOutRequested, signOutRequested } from '../../../sagas/session/session.events';
import * as intents from '../../../sagas/session/signIn/signIn.intents';
import { TAKEOVER, oauthError, ok, token } from '../../support/scriptedServer';
import { scriptedSso } from '../../support/ssoPort';
import { CONFIG, GRANTED, LAKESIDE } from '../../support/ssoTab';
import type { Script } from './world';

const PROVEN: SsoOutcome = {
  kind: 'proven',
  proof: { ...LAKESIDE, issuer: CONFIG.issuer, clientId: CONFIG.clientId, token: '<secret:90>' as SecretRef },
};
const DENIED: SsoOutcome = { kind: 'failed', problem: 'denied', origin: LAKESIDE };

type Provider = 'there' | 'unreachable' | 'withoutSignOut';
const by = (request: SsoRequest, outcome: SsoOutcome = PROVEN, provider: Provider = 'there') => ({
  sso: scriptedSso({ request, outcome: () => outcome, provider }),
  path: request.kind === 'start' ? '/LAKESIDE/auth/sso/demo' : '/login/oauth2/code/ats',
});
const back = (outcome?: SsoOutcome, provider?: Provider) => () => by({ kind: 'callback' }, outcome, provider);
const out = (provider?: Provider) => () => by({ kind: 'start', origin: LAKESIDE }, PROVEN, provider);

export const ssoFlows: readonly Script[] = [
  {
    name: 'single-sign-on-start',
    title: 'The start address of a provider: the page redirects to it, and shows a message if it does not',
    tab: out(),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      await w.start();
      await w.wait(20_000);
      await w.act(intents.retryRequested());
    },
  },
  {
    name: 'single-sign-on-unreachable',
    title: 'The provider is unreachable, and the user returns to the form',
    tab: out('unreachable'),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      await w.start();
      await w.act(intents.returnToSignInRequested());
    },
  },
  {
    name: 'single-sign-on',
    title: 'The provider signs the user in; signing out also signs out at the provider',
    tab: back(),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      w.respond('token', GRANTED);
      await w.start();
      await w.wait();
      await w.act(signOutRequested(undefined));
      await w.act(providerSignOutRequested(), 20_000);
    },
  },
  {
    name: 'single-sign-on-takeover',
    title: 'The provider signs the user in, and there is another session',
    tab: back(),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      w.respond('token', { ...TAKEOVER, body: { ...(TAKEOVER.body as object), userName: 'sso.user' } });
      await w.start();
      await w.act(intents.takeoverAccepted());
    },
  },
  {
    name: 'single-sign-on-denied',
    title: 'The provider denies the sign-in',
    tab: back(DENIED),
    async run(w) {
      await w.start();
      await w.wait();
    },
  },
  {
    name: 'single-sign-on-refused',
    title: 'The provider accepts the user, the server refuses the user',
    tab: back(),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      w.respond('token', oauthError('sso.user.unknown'));
      await w.start();
      await w.wait();
    },
  },
  {
    name: 'single-sign-on-unknown-step',
    title: 'A sign-in step that this version does not know shows an error',
    tab: back(),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      w.respond('token', ok(token({ userName: 'sso.user', loginCode: 'SECOND_LOGIN' })));
      await w.start();
      await w.wait();
    },
  },
  {
    name: 'single-sign-on-ended',
    title: 'The server ends a single sign-on session, and the session at the provider ends, too',
    tab: back(undefined, 'withoutSignOut'),
    async run(w) {
      w.respond('ssoConfig', ok(CONFIG));
      w.respond('token', GRANTED);
      await w.start();
      await w.wait();
      await w.act(callEndedSession({ reason: 'revoked' }), 20_000);
    },
  },
];
