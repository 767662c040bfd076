/** Describes this app to the tape: its ports, secrets, errors and machines. Loaded only for recording and replaying. */
import { broadcastQueueMachine } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { changePasswordMachine } from '../../machines/changePassword/changePassword.machine';
import { chatOutboxMachine } from '../../machines/chatOutbox/chatOutbox.machine';
import { confirmationMachine } from '../../machines/confirmation/confirmation.machine';
import { enrollFactorMachine } from '../../machines/factors/enrollFactor.machine';
import { formMachine } from '../../machines/form/form.machine';
import { preferencesMachine } from '../../machines/preferences/preferences.machine';
import { realtimeMachine } from '../../machines/realtime/realtime.machine';
import { reviewDeskMachine } from '../../machines/reviewDesk/reviewDesk.machine';
import { roleUpdateQueueMachine } from '../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { sessionMachine } from '../../machines/session/session.machine';
import { signInMachine } from '../../machines/signIn/signIn.machine';
import {
  DEFAULT_REDACTION,
  hashMachines,
  type App,
  type Labels,
  type RecorderOptions,
  type RedactionRules,
} from '../../tape';
import { ownLocale, ownZone } from '../base/dates';
import { endpoints } from '../base/http/clientEndpoints';
import { endpoints as laterEndpoints } from '../base/http/laterEndpoints';
import { loadEndpointCatalog } from '../base/http/send.saga';
import { NoAnswer } from '../base/ports/network';
import type { Ports } from '../base/ports/ports';
import { machineMoved } from '../base/runtime/machines.slice';

/** All ports but `parts`, which adds reducers to the replay's store as to any other. */
const RECORDED_PORTS: Readonly<Record<Exclude<keyof Ports, 'parts'>, true>> = {
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
  passkeys: true,
  viewport: true,
  appearance: true,
  tabs: true,
  attention: true,
  alerts: true,
};

/** By the names that sagas run them under. */
const machines = {
  session: sessionMachine,
  signIn: signInMachine,
  enrollFactor: enrollFactorMachine,
  realtime: realtimeMachine,
  changePassword: changePasswordMachine,
  preferences: preferencesMachine,
  broadcastQueue: broadcastQueueMachine,
  roleUpdateQueue: roleUpdateQueueMachine,
  form: formMachine,
  confirmation: confirmationMachine,
  reviewDesk: reviewDeskMachine,
  chatOutbox: chatOutboxMachine,
};

const redaction: RedactionRules = {
  ...DEFAULT_REDACTION,
  keys: [
    ...new Set([
      ...DEFAULT_REDACTION.keys,
      // Of a browser's push subscription.
      'auth',
      'p256dh',
      // Signs in to the training service.
      'hash',
      ...Object.values({ ...endpoints, ...laterEndpoints }).flatMap(({ secretInput = [], secretOutput = [] }) => [
        ...secretInput,
        ...secretOutput,
      ]),
    ]),
  ],
  // Signs in to the learning service; a replay checks its host.
  queries: ['loginKey'],
  // Whoever knows the address of a browser's push subscription can claim it.
  addresses: ['endpoint'],
};

const handles = ['peers.lock', 'peers.lead'];

/** Functions that fetch chunks or add their parts to the store. */
const real = ['tried', 'catalogFor', 'fetchSso', 'fetchPasskeys', 'fetchEnrollment', 'add'];

/** Functions that return a saga without being one. */
const returningSagas = ['load', 'loadCards', 'loadKpis', 'notifyTabs', 'lookForUnsavedWork'];

/** Keyed by the request, so that an additional call does not shift the others. */
const labels: Labels = {
  'http.send': ({ endpoint }: { readonly endpoint: string }) => endpoint,
  'storage.read': (key: string) => key,
  'storage.write': (key: string) => key,
  'peers.post': ({ type }: { readonly type: string }) => type,
  invoked: (_report: unknown, key: string) => key,
  timer: (_report: unknown, key: string) => key,
};

const mayWait = [
  // No screen or event of the flow may need a late part.
  'runPart',
  // Until the person dismisses the summary. Another tab may have done so before this one listens, which then shows what
  // the server still reports.
  'watchAway',
];

export const devtoolsApp = {
  name: 'staffing-vms',
  version: '0.1.0',
  ports: Object.keys(RECORDED_PORTS),
  handles,
  real: [...real, ...returningSagas],
  // `machineWatch` reports the same steps.
  hiddenActions: [machineMoved.type],
  labels,
  mayWait,
  end: (state: unknown) => state,
  redaction,
  machines,
  slices: true,
  errors: { NoAnswer: ({ kind }) => new NoAnswer(kind as NoAnswer['kind']) },
  failures: {
    'http.send': [
      { error: { $error: { name: 'NoAnswer', message: 'unreachable', kind: 'unreachable' } } },
      { error: { $error: { name: 'NoAnswer', message: 'timedOut', kind: 'timedOut' } } },
      {
        value: { status: 401, body: { errorCode: 'token_expired', errorMessage: 'Sign in.' }, retryAfterSeconds: null },
      },
      { value: { status: 500, body: { errorCode: 'server.error', errorMessage: 'Sorry.' }, retryAfterSeconds: null } },
      { value: { status: 200, body: null, retryAfterSeconds: null } },
    ],
  },
  warm: async () => {
    const catalog = loadEndpointCatalog().then(({ loadLaterContract }) => loadLaterContract());
    await Promise.all([
      catalog,
      import('./shell.saga'),
      import('../session/signIn/sso.saga'),
      import('../session/factors/enrollFactor.saga'),
    ]);
  },
} satisfies Omit<App, 'boot'>;

/** `given` is the runtime configuration of the page. */
export const recorderOptions = (given: unknown): RecorderOptions => {
  const { name, version } = devtoolsApp;
  return {
    app: `${name} ${version}`,
    machines: hashMachines(machines),
    zone: ownZone(),
    locale: ownLocale(),
    given,
    redaction,
    passing: ['parts'],
    handles,
    real,
    labels,
  };
};
