/** What a tape has to know of this app: its ports, its secrets, its errors, its machines. Only recording and replaying load it. */
import { endpoints } from '../../contract/endpoints';
import type { Endpoint } from '../../contract';
import { broadcastQueueMachine } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { changePasswordMachine } from '../../machines/changePassword/changePassword.machine';
import { deedMachine } from '../../machines/deed/deed.machine';
import { formMachine } from '../../machines/form/form.machine';
import { preferencesMachine } from '../../machines/preferences/preferences.machine';
import { realtimeMachine } from '../../machines/realtime/realtime.machine';
import { roleUpdateQueueMachine } from '../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { sessionMachine } from '../../machines/session/session.machine';
import { signInMachine } from '../../machines/signIn/signIn.machine';
import { DEFAULT_REDACTION, hashMachines, type App, type RecorderOptions, type RedactionRules } from '../../tape';
import { loadAnswers } from '../http/answers.saga';
import { NoAnswer, type Ports } from '../ports';

/** All but `parts`, which makes room in the store of the replay as in any other. */
const TAPED: Readonly<Record<Exclude<keyof Ports, 'parts'>, true>> = {
  http: true,
  clock: true,
  random: true,
  storage: true,
  peers: true,
  page: true,
  secrets: true,
  files: true,
  socket: true,
  sso: true,
  viewport: true,
  appearance: true,
  tabs: true,
  attention: true,
};

/** By the names under which sagas run them. */
const machines = {
  session: sessionMachine,
  signIn: signInMachine,
  realtime: realtimeMachine,
  changePassword: changePasswordMachine,
  preferences: preferencesMachine,
  broadcastQueue: broadcastQueueMachine,
  roleUpdateQueue: roleUpdateQueueMachine,
  form: formMachine,
  deed: deedMachine,
};

const all: readonly Endpoint[] = Object.values(endpoints);
const redaction: RedactionRules = {
  ...DEFAULT_REDACTION,
  keys: [
    ...new Set([
      ...DEFAULT_REDACTION.keys,
      ...all.flatMap(({ secretInput = [], secretOutput = [] }) => [...secretInput, ...secretOutput]),
    ]),
  ],
};

const handles = ['peers.lock', 'peers.lead'];

export const tapedApp = {
  name: 'staffing-vms',
  version: '0.1.0',
  ports: Object.keys(TAPED),
  handles,
  redaction,
  machines,
  errors: { NoAnswer: ({ kind }) => new NoAnswer(kind as NoAnswer['kind']) },
  failures: {
    'http.send': [
      { error: { $error: { name: 'NoAnswer', message: 'unreachable', kind: 'unreachable' } } },
      { error: { $error: { name: 'NoAnswer', message: 'timedOut', kind: 'timedOut' } } },
      { value: { status: 500, body: { errorCode: 'server.error', errorMessage: 'Sorry.' }, retryAfterSeconds: null } },
      { value: { status: 200, body: null, retryAfterSeconds: null } },
    ],
  },
  warm: async () => {
    await Promise.all([loadAnswers(), import('../shell/shell.watch'), import('../sso')]);
  },
} satisfies Omit<App, 'boot'>;

/** `given` is the runtime configuration of the page. */
export const recorderOptions = (given: unknown): RecorderOptions => {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const { name, version } = tapedApp;
  return {
    app: `${name} ${version}`,
    machines: hashMachines(machines),
    zone: timeZone,
    locale,
    given,
    redaction,
    passing: ['parts'],
    handles,
  };
};
