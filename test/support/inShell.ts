/** A signed-in user in the shell: the real root saga over a scripted server, in virtual time. */
import { PERMISSIONS } from '../../contract/base/permissions';
import type { EndpointName } from '../../contract/endpoints';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { HttpAnswer } from '../../sagas/base/ports/network';
import type { StorageKey } from '../../sagas/base/ports/peers';
import { token } from './scriptedServer';
import { createBrowser } from './browser';
import { TEST_CONFIG, openTab, type TabOptions } from './tab';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';
import { selectNotices } from '../../sagas/base/notices/notices.slice';

type Reply = HttpAnswer | 'unreachable';
type Answers = Partial<Record<EndpointName, Reply | (() => Reply)>>;

export const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
export const refused = (errorCode: string, errorMessage: string, status = 400) =>
  json({ errorCode, errorMessage }, status);
export const ORGANIZATION = '6a0f9b6e-5c0f-4b2d-9c3a-0b1f5d1e2a3b';
export const FACILITY = 'a0000000-0000-4000-8000-000000000001';
export const PASS = { timestamp: '2026-01-15T09:00:00.000Z', email: 'a@b.example', hash: 'abc' };

const USUAL: Answers = {
  sessionCheck: json({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
  token: json(token()),
  organizationTheme: json({ theme: 'plum' }),
  organizationLogo: json({ file: '<file:1>', fileName: 'logo.svg', size: 10 }),
  clientChoices: json([{ value: FACILITY, label: 'Lakeside' }]),
  passwordChange: json({}),
  clearTokenIdentifier: json({}),
  trainingHandOff: json({ ssourl: 'https://training.example.org/sso', ...PASS }),
  learningKey: json({ loginKey: 'https://learn.example.org/in?key=k' }),
};

interface Setting {
  readonly user?: Partial<UserInfo>;
  readonly answers?: Answers;
  readonly at?: string;
  readonly tab?: Partial<TabOptions>;
  readonly wanted?: string;
  /** Stored values of the browser. */
  readonly stored?: Readonly<Partial<Record<StorageKey, string>>>;
}

export async function inShell({
  user = {},
  answers = {},
  at = '/vms/jobs',
  tab: options = {},
  wanted,
  stored = {},
}: Setting = {}) {
  const clock = createVirtualClock();
  const browser = createBrowser(clock);
  if (wanted !== undefined) browser.storage.set('wantedPath', wanted);
  for (const [key, value] of Object.entries(stored)) browser.storage.set(key, value);
  const facts = { ...USER, organizationId: ORGANIZATION, permissions: [...PERMISSIONS], ...user };
  const script: Answers = { ...USUAL, userInfo: json(facts), ...answers };
  const tab = openTab({
    clock,
    browser,
    config: { ...TEST_CONFIG, handOffHosts: ['training.example.org', 'learn.example.org'] },
    answer: ({ endpoint }, _, reply) => {
      const answer = script[endpoint] ?? refused('not.found', 'Not scripted.', 404);
      clock.at(10, () => reply(typeof answer === 'function' ? answer() : answer));
    },
    ...options,
  });
  tab.goTo(at);
  tab.start();
  await clock.advance(500);
  const dispatch = async (action: Parameters<typeof tab.store.dispatch>[0], ms = 50) => {
    tab.store.dispatch(action);
    await clock.advance(ms);
  };
  const notices = () => selectNotices(tab.state()).map(({ text }) => text);
  const calls = (endpoint: EndpointName) => tab.sent.filter((call) => call.endpoint === endpoint).length;
  const reason = () => (tab.state().machines['session']?.context as { reason: unknown }).reason;
  return { tab, clock, browser, dispatch, notices, calls, reason };
}
