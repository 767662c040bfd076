/**
 * Requests that pass the published schemas are answered without a server error, and all others are refused: every value
 * of every call, and every filter and sort of every list, at and beyond its limits, on the real database.
 */
import fc from 'fast-check';
import { lists } from '../../../contract/lists/catalog';
import { visibleTo, type ListDefinition } from '../../../contract/lists/list';
import { cases, seed } from '../../support/cases';
import type { Call, DescribedPosition } from '../support/apiDescription';
import { asText, boundariesOf, filterBoundaries, type Boundary } from '../support/boundaries';
import type { Answer } from '../support/client';
import { watchStatements } from '../support/statements';
import { requestsBy, type CallAs } from '../support/tenancy/ask';
import { valuesOf } from '../support/tenancy/ids';
import { startTenancy, type Caller, type Tenancy } from '../support/tenancy/world';

/** These would end the session or change the password that the other calls use. */
const ENDS_THE_SESSION = ['logoutNotification', 'passwordChange', 'clearTokenIdentifier'];
const LISTS = Object.keys(lists);
const AT_ONCE = 4;
const BATCH = 10_000;

const statements = watchStatements();
let tenancy: Tenancy;
let callAs: CallAs;
/** By method and path, a user who gets a 200, if any. */
const callers = new Map<string, Caller>();
let attempts: readonly Attempt[];

/**
 * Calls whose valid input cannot be generated: a password, a code, a passkey, a session, another user, an audience, a
 * provider, a list's column, a saved form, a kind of record, a push service, a zone, a subject to follow, the version
 * that a change is based on.
 */
const UNANSWERED = [
  'addPushDevice',
  'appConfirm',
  'cancelBroadcast',
  'changeNotifications',
  'checkTimesheetFile',
  'confirmEmail',
  'createBroadcast',
  'createOrganization',
  'createUser',
  'deactivateOrganization',
  'deactivateUser',
  'endOwnSession',
  'endUserSession',
  'endUserSessions',
  'factorProof',
  'followChoices',
  'importTimesheets',
  'listGroups',
  'markRoleUpdateRead',
  'passkeyAdd',
  'passkeyRemove',
  'passkeyRename',
  'performRecordAction',
  'reactivateOrganization',
  'reactivateUser',
  'recordTable',
  'recoveryCodesRenew',
  'resetUserFactors',
  'saveAlarmRule',
  'saveDashboardFilter',
  'saveListView',
  'saveNotificationRules',
  'saveSsoProvider',
  'saveStatusPreferences',
  'setBroadcastDeadline',
  'setFollow',
  'ssoConfig',
  'storeQuery',
  'storedQuery',
  'token',
  'tryAlarmRule',
  'tryNotificationRule',
  'twoFactorCheck',
  'twoFactorResend',
  'unlinkIdentity',
  'updateOrganization',
  'updateUser',
  'uploadBroadcastDocument',
  'uploadChatFile',
];
/** Whether a caller who gets a 200 is sought for these calls too. */
const SEEKS_IN_VAIN =
  cases('calls for which no user is answered', { usual: 0, long: UNANSWERED.length }) === UNANSWERED.length;

interface Attempt {
  readonly call: Call;
  readonly position: DescribedPosition;
  readonly boundary: Boundary;
}
const keyOf = ({ method, path }: Call): string => `${method} ${path}`;

beforeAll(async () => {
  tenancy = await startTenancy();
  callAs = requestsBy(tenancy.api, valuesOf(tenancy));
  const { calls, publicCalls } = tenancy.api;
  const tried = [...calls, ...publicCalls].filter(({ operationId }) => !ENDS_THE_SESSION.includes(operationId));
  const inOrder = ['VMS', 'AGENCY', 'CLIENT', 'OWNER'].flatMap((type) =>
    tenancy.acting.filter((caller) => caller.type === type),
  );
  const isFirstList = ({ operationId, path }: Call): boolean =>
    !operationId.startsWith('list') || path.includes(`/lists/${LISTS[0] ?? ''}/`);
  const first = tried.filter(isFirstList);
  // For the other lists, the search shows who may see them.
  const searches = tried.filter((call) => !isFirstList(call) && call.path.endsWith('/search'));
  for (const call of [...first, ...searches]) {
    if (!SEEKS_IN_VAIN && UNANSWERED.includes(call.operationId)) continue;
    for (const caller of inOrder) {
      if (callers.has(keyOf(call))) break;
      if ((await callAs(call, caller)).status === 200) callers.set(keyOf(call), caller);
    }
  }
  attempts = first.flatMap((call) =>
    tenancy.api.values(call).flatMap((position) => {
      const boundaries = boundariesOf(position.schema);
      const texts = position.place === 'body' && !isForm(call) ? boundaries : asText(boundaries);
      const fitting = position.place === 'header' ? texts.filter(({ value }) => fitsHeader(value)) : texts;
      return fitting.map((boundary) => ({ call, position, boundary }));
    }),
  );
});
afterAll(async () => {
  statements.restore();
  await tenancy.server.stop();
});

/** Values that no client can send in a header prove nothing. */
const fitsHeader = (value: unknown): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value));
const isForm = (call: Call): boolean => call.requestBody?.content['application/x-www-form-urlencoded'] !== undefined;
const callerOf = (call: Call): Caller => callers.get(keyOf(call)) ?? (tenancy.acting[0] as Caller);
const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 60);
const describeAttempt = ({ call, position, boundary }: Attempt): string =>
  `${keyOf(call)} ${position.place} ${position.at.join('.')} = ${shown(boundary.value)}`;

/** The fault of an answer, if any. */
function uncaughtError(answer: Answer, isExcluded: boolean): string | undefined {
  if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`;
  return isExcluded && answer.status < 400 ? `${answer.status}, though the description excludes it` : undefined;
}

function grouped<T>(items: readonly T[], keyOfItem: (item: T) => string): (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOfItem(item)) ?? [];
    group.push(item);
    groups.set(keyOfItem(item), group);
  }
  return [...groups.values()];
}

/** For each group of places with the same values: each place and each value, but not every combination. */
function spread<T>(all: readonly T[], groupOf: (item: T) => string, placeOf: (item: T) => string): readonly T[] {
  return grouped(all, groupOf).flatMap((group) => {
    const places = grouped(group, placeOf);
    const values = Math.max(...places.map((place) => place.length));
    return Array.from({ length: Math.max(places.length, values) }, (_, index) => {
      const place = places[index % places.length] ?? [];
      return place[index % place.length] as T;
    });
  });
}

const thatMany = <T>(what: string, usual: readonly T[], all: readonly T[]): readonly T[] =>
  cases(what, { usual: usual.length, long: all.length }) === all.length ? all : usual;

/** Concurrently, just enough to keep the database busy. */
async function forAll<T>(items: readonly T[], work: (item: T) => Promise<string | undefined>): Promise<string[]> {
  const faults: string[] = [];
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      const fault = await work(item);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return faults;
}

test('most calls are answered unchanged, otherwise their values would prove nothing', () => {
  const all = new Set(attempts.map(({ call }) => call.operationId));
  const answered = new Set(attempts.filter(({ call }) => callers.has(keyOf(call))).map(({ call }) => call.operationId));
  const unanswered = [...all].filter((operation) => !answered.has(operation));
  expect(unanswered.sort()).toEqual(UNANSWERED);
});

test('every value of every call, at and beyond its limits', async () => {
  const usual = spread(
    attempts,
    ({ position: { name, schema } }) => `${name} ${JSON.stringify(schema)}`,
    ({ call, position }) => `${keyOf(call)} ${position.at.join('.')}`,
  );
  const tried = thatMany('values past their edges, at every position', usual, attempts);
  const faults = await forAll(tried, async (attempt) => {
    const { call, position, boundary } = attempt;
    const answer = await callAs(call, callerOf(call), { position, value: boundary.value });
    const fault = uncaughtError(answer, boundary.excluded === true);
    return fault && `${describeAttempt(attempt)}: ${fault}`;
  });
  expect(faults).toEqual([]);
  expect(tried.length).toBeGreaterThan(1_000);
  expect(new Set(tried.map(({ call }) => call.operationId))).toEqual(
    new Set(attempts.map(({ call }) => call.operationId)),
  );
});

test('every value of the calls that end a session, each in a separate session', async () => {
  const { server, api } = tenancy;
  const ending = api.calls.filter(({ operationId }) => ENDS_THE_SESSION.includes(operationId));
  const tries = ending.flatMap((call) =>
    api
      .values(call)
      .flatMap((position) => boundariesOf(position.schema).map((boundary) => ({ call, position, boundary }))),
  );
  await server.fixtures.organization('ENDING');
  const faults = await forAll(tries, async (attempt) => {
    const client = server.client();
    const { access_token: token } = await client.signedIn(await server.fixtures.user('ENDING'));
    const caller = { ...(tenancy.acting[0] as Caller), client, token };
    const { call, position, boundary } = attempt;
    const fault = uncaughtError(
      await callAs(call, caller, { position, value: boundary.value }),
      boundary.excluded === true,
    );
    return fault && `${describeAttempt(attempt)}: ${fault}`;
  });
  expect(faults).toEqual([]);
  expect(tries.length).toBeGreaterThan(30);
});

const IN_FULL = cases('ways a list is sorted by each column', { usual: 0, long: 2 }) === 2;

/** Every run of `lists/rows` sorts the managers' rows by each sortable column. */
const isSortedElsewhere = (list: ListDefinition, name: string): boolean =>
  [list, list.columns[name]].every((part) => part !== undefined && visibleTo('VMS')(part)) &&
  list.columns[name]?.sortable === true;

interface ListRequest {
  readonly caller: Caller;
  readonly path: string;
  /** The filter or column, and similar requests of other lists. */
  readonly of: string;
  readonly kind: string;
  /** The place of a value that is no limit among the others of its filter. */
  readonly nth?: number;
  readonly body: { readonly filters?: Readonly<Record<string, readonly string[]>>; readonly sort?: string };
}
type Choice = { readonly one: Attempt; readonly other: Attempt } | { readonly some: readonly ListRequest[] };

/** The users who may see a list, and its requests. */
function listRequests(kind: 'search' | 'total' | 'export'): readonly ListRequest[] {
  return Object.entries<ListDefinition>(lists).flatMap(([list, definition]) => {
    const caller = callers.get(`POST /api-user/v1/lists/${list}/search`);
    if (caller === undefined) return [];
    const path = `/api-user/v1/lists/${list}/${kind}`;
    const filters = Object.entries(definition.filters).flatMap(([of, filter]) => {
      const { limits, others } = filterBoundaries(filter);
      const by = (values: readonly string[]) => ({
        ...{ of, kind: `${of} ${JSON.stringify(filter)}` },
        body: { filters: { [of]: values } },
      });
      return [...limits.map(by), ...others.map((values, nth) => ({ ...by(values), nth }))];
    });
    const columns = Object.keys(definition.columns).filter((name) => IN_FULL || !isSortedElsewhere(definition, name));
    const sorts = [...columns, 'id', ''].flatMap((of) =>
      [of, `-${of}`].map((sort) => ({ of, kind: `sort of ${list} by ${of}`, body: { sort } })),
    );
    return [...filters, ...(kind === 'total' ? [] : sorts)].map((request) => ({ caller, path, ...request }));
  });
}

/** Of the values that are no limit every second, in rotation: not the same ones for each filter. */
function halfOfOthers(all: readonly ListRequest[]): readonly ListRequest[] {
  return grouped(all, ({ kind }) => kind).flatMap((ofKind, index) =>
    ofKind.filter(({ nth }) => nth === undefined || (nth + index) % 2 === 0),
  );
}

test('every filter and every sort of every list, at and beyond its limits', async () => {
  const all = listRequests('search');
  const usual = spread(
    halfOfOthers(all),
    ({ kind }) => kind,
    ({ path, of }) => `${path} ${of}`,
  );
  const requests = thatMany('filters and sorts past their edges', usual, all);
  const faults = await forAll(requests, async ({ caller, path, body }) => {
    const answer = await caller.client.post(path, body, { token: caller.token });
    const fault = uncaughtError(answer, false);
    return fault && `${path} ${shown(body)}: ${fault}`;
  });
  expect(faults).toEqual([]);
  expect(new Set(requests.map(({ path }) => path)).size).toBe(Object.keys(lists).length);
});

test('two values together, and filters with each other and a sort', async () => {
  const runs = cases('values past their edges, in pairs', { usual: 200, long: 1_000_000 });
  const requests = (['search', 'total', 'export'] as const).map(listRequests);
  const byCall = grouped(attempts, ({ call }) => keyOf(call));
  const arbitrary: fc.Arbitrary<Choice> = fc.oneof(
    fc
      .constantFrom(...byCall)
      .chain((ofCall) => fc.tuple(fc.constantFrom(...ofCall), fc.constantFrom(...ofCall)))
      .map(([one, other]) => ({ one, other })),
    fc
      .constantFrom(...requests)
      .chain((ofKind) => fc.constantFrom(...grouped(ofKind, ({ path }) => path)))
      .chain((ofList) => fc.array(fc.constantFrom(...ofList), { minLength: 4, maxLength: 4 }))
      .map((some) => ({ some })),
  );
  const faults: string[] = [];
  for (let done = 0; done < runs; done += BATCH) {
    const chosen = fc.sample(arbitrary, { numRuns: Math.min(BATCH, runs - done), seed: seed(41) + done });
    faults.push(...(await forAll(chosen, tryOut)));
  }
  expect(faults).toEqual([]);

  async function tryOut(choice: Choice): Promise<string | undefined> {
    if ('one' in choice) {
      const { one, other } = choice;
      const wanted = [one, other].map(({ position, boundary }) => ({ position, value: boundary.value }));
      const fault = uncaughtError(await callAs(one.call, callerOf(one.call), ...wanted), false);
      return fault && `${describeAttempt(one)} and ${describeAttempt(other)}: ${fault}`;
    }
    const { caller, path } = choice.some[0] as ListRequest;
    const body = choice.some.reduce<ListRequest['body']>(
      (whole, { body: next }) => ({ ...whole, ...next, filters: { ...whole.filters, ...next.filters } }),
      {},
    );
    const fault = uncaughtError(await caller.client.post(path, body, { token: caller.token }), false);
    return fault && `${path} ${JSON.stringify(body).slice(0, 200)}: ${fault}`;
  }
});

/** A taken name, which only the database can detect without a race, and a slow total. */
const EXPECTED = /^(23505 .*"(saved_searches_(name|default)|list_views_name)"|57014 .* in select count)/;

test('the database refused no statement', () => {
  expect(statements.failed.filter((text) => !EXPECTED.test(text))).toEqual([]);
});
