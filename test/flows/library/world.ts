/** One tab whose every step is recorded, with a server scripted by the flow. */
import type { Action } from '@reduxjs/toolkit';
import type { EndpointName } from '../../../contract/endpoints';
import type { RuntimeConfig } from '../../../contract/shell/runtimeConfig';
import { recorderOptions } from '../../../sagas/app/devtoolsApp';
import type { HttpAnswer, HttpCall } from '../../../sagas/base/ports/network';
import type { PeerMessage } from '../../../sagas/base/ports/peers';
import * as intents from '../../../sagas/session/signIn/signIn.intents';
import { createRecorder } from '../../../tape';
import { createNotificationServer } from '../../support/notificationServer';
import { createQueueServer } from '../../support/queueServer';
import { apiError, createScriptedServer, ok, token } from '../../support/scriptedServer';
import { createBrowser } from '../../support/browser';
import { TEST_CONFIG, countFromTheBeginning, openTab, type TabOptions } from '../../support/tab';
import { USER } from '../../support/user';
import { createVirtualClock } from '../../support/virtualClock';

type Reply = HttpAnswer | 'unreachable';
type Answer = Reply | ((call: HttpCall, bearer: string | undefined) => Reply);

export interface Script {
  /** File name of the tape. */
  readonly name: string;
  /** What happens, in one sentence. */
  readonly title: string;
  readonly run: (world: World) => Promise<void>;
  readonly tab?: (world: Omit<World, 'tab'>) => Partial<Omit<TabOptions, 'config'>>;
  readonly config?: RuntimeConfig;
}

export type World = ReturnType<typeof openWorld>;

const SHELL: Partial<Record<EndpointName, Answer>> = {
  organizationTheme: ok({ theme: 'plum' }),
  organizationLogo: ok({ file: '<file:1>', fileName: 'logo.svg', size: 10 }),
  clientChoices: ok([]),
};
/** Answered by the simulated server of notifications and chat. */
const NOTICES: readonly EndpointName[] = [
  'notificationContext',
  'userNotifications',
  'notificationsSince',
  'notificationQuarters',
  'updateLastRead',
  'searchUserNotifications',
  'searchBroadcastNotifications',
  'setPopupPreference',
  'serverReachable',
  'changeNotifications',
  'markTabSeen',
  'dismissToasts',
  'findNotifications',
  'whileAway',
  'dismissAway',
  'chatChanges',
  'chatThreads',
  'chatMessages',
  'readChat',
  'sendChatMessage',
];
export const LOGGED_IN = ok({ accessStatus: 'LOGGED_IN', userName: USER.userName });
export const EXPIRED = apiError(401, 'token_expired');

export function openWorld({ tab: tabOptions, config = TEST_CONFIG }: Pick<Script, 'tab' | 'config'>) {
  countFromTheBeginning();
  const clock = createVirtualClock();
  const browser = createBrowser(clock);
  const scripted = createScriptedServer(clock);
  const queues = createQueueServer(clock);
  const notices = createNotificationServer(clock);
  const answers = new Map<EndpointName, Answer>(Object.entries(SHELL) as [EndpointName, Answer][]);
  const slow = new Map<EndpointName, number>();
  let withQueues = false;
  const usual = (endpoint: EndpointName) => {
    if (withQueues && !NOTICES.includes(endpoint)) return queues;
    return NOTICES.includes(endpoint) ? notices : scripted;
  };
  const recorder = createRecorder(recorderOptions(config));

  const around = {
    clock,
    browser,
    queues,
    notices,
    recorder,
    /** From now on this endpoint gives this answer. */
    respond: (endpoint: EndpointName, answer: Answer, latencyMs = 20) => {
      answers.set(endpoint, answer);
      slow.set(endpoint, latencyMs);
    },
    /** From now on it gives its usual answer. */
    clearResponse: (endpoint: EndpointName) => void answers.delete(endpoint),
    /** A user is signed in who must accept broadcasts or role updates. */
    useQueues: () => void (withQueues = true),
    peer: (message: PeerMessage) => browser.tabs[0]?.receive(message),
  };
  const tab = openTab({
    clock,
    browser,
    config,
    recorder,
    answer(call, wire, reply) {
      const answer = answers.get(call.endpoint);
      if (answer === undefined) return usual(call.endpoint).answer(call, wire, reply);
      const now = typeof answer === 'function' ? answer(call, wire.bearer) : answer;
      clock.at(slow.get(call.endpoint) ?? 20, () => reply(now));
    },
    socket: notices.socket,
    ...tabOptions?.(around as never),
  });

  /** Files load in no time, so that each recording of a flow is the same. */
  const arrivals = async () => {
    await clock.advance(0);
    while (recorder.awaited() > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(0);
    }
  };
  const wait = async (ms = 500) => {
    await arrivals();
    let left = ms;
    for (let next = clock.next(); next !== null && next <= left; next = clock.next()) {
      await clock.advance(next);
      left -= next;
      await arrivals();
    }
    await clock.advance(left);
  };
  return {
    ...around,
    tab,
    wait,
    signal: tab.signal,
    async start(known: 'signedOut' | 'unknown' = 'signedOut') {
      tab.start({ known });
      await wait(100);
    },
    async act(action: Action, ms = 500) {
      tab.store.dispatch(action);
      await wait(ms);
    },
    secret: tab.secrets.keep,
    submit: () =>
      intents.signInSubmitted({
        userName: 'vms.manager',
        organizationCode: 'MERIDIAN',
        password: tab.secrets.keep('correct horse'),
      }),
    /** The token in use is refused until it has been renewed. */
    expireToken() {
      let isNew = false;
      around.respond('token', () => {
        isNew = true;
        return ok(token({ access_token: 'the-second-token', generation: 2 }));
      });
      return (answer: HttpAnswer): Answer =>
        (_, bearer) =>
          isNew && bearer === 'the-second-token' ? answer : EXPIRED;
    },
  };
}

/** Reloads a page that is signed in, until its socket is open. */
export async function listening(w: World): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  await w.start('unknown');
  await w.wait(1_000);
}
