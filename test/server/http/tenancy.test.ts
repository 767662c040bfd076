/**
 * No one reaches another organization: every call of the published description, as every kind of user, with each id in
 * it set to an own, a foreign and a missing one; in every run as every kind of organization. A foreign id gets the same
 * answer as a missing one, byte for byte, and no answer contains anything of another organization.
 */
import { strFromU8, unzipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { USER_TYPES, type UserType } from '../../../contract/base/organizations';
import { lists } from '../../../contract/lists/catalog';
import type { ListDefinition } from '../../../contract/lists/list';
import { cases } from '../../support/cases';
import type { Call, Position } from '../support/apiDescription';
import type { Answer } from '../support/client';
import { requestsBy, type CallAs } from '../support/tenancy/ask';
import { nearAndFar, of, valuesOf, type Values } from '../support/tenancy/ids';
import { startTenancy, type Caller, type Tenancy } from '../support/tenancy/world';

let tenancy: Tenancy;
let values: Readonly<Record<string, Values>>;
let callAs: CallAs;

beforeAll(async () => {
  tenancy = await startTenancy();
  values = valuesOf(tenancy);
  callAs = requestsBy(tenancy.api, values);
});
afterAll(() => tenancy.server.stop());

/** The tables of all ids that the caller must never receive. */
function forbiddenTo(caller: Caller): ReadonlyMap<string, string> {
  // The managing organization manages the users of its suppliers.
  const isCared = (each: Caller): boolean =>
    caller.organizationType === 'VMS' && each.organizationType === 'AGENCY' && each.tenantId === caller.tenantId;
  const people = tenancy.callers
    .filter((each) => each.organizationId !== caller.organizationId && !isCared(each))
    .map((each) => each.userId);
  const forbidden = [...tenancy.rows.keys()].flatMap((table) =>
    of(tenancy, table, true, caller).map((id) => [id, table] as const),
  );
  return new Map([...forbidden, ...people.map((id) => [id, 'users'] as const)]);
}

const forbiddenIds = new Map<Caller, ReadonlyMap<string, string>>();

/** Those of them found in a text. */
function foreignIn(text: string, caller: Caller): string[] {
  const tables = forbiddenIds.get(caller) ?? forbiddenTo(caller);
  forbiddenIds.set(caller, tables);
  const found = new Set(text.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g) ?? []);
  return [...found].filter((id) => tables.has(id)).map((id) => `${tables.get(id)} ${id}`);
}

/** A total that took too long to count is null, which depends on the machine, not on the id. */
function isSameAnswer(one: Answer, other: Answer): boolean {
  const isUncounted = [one, other].some(({ text }) => text.includes('"total":null'));
  const shown = (text: string): string => (isUncounted ? text.replace(/"total":(null|\d+)/, '') : text);
  return one.status === other.status && shown(contentOf(one)) === shown(contentOf(other));
}

/** The parts of a workbook, without their timestamps. */
const contentOf = ({ text, bytes }: Answer): string =>
  text.startsWith('PK')
    ? Object.entries(unzipSync(bytes))
        .map(([name, part]) => `${name}: ${strFromU8(part)}`)
        .join('\n')
    : text;

/** Regular runs rotate through kinds of users, and through ids of the same and of another program. */
const IN_FULL =
  cases('times each id of others is tried at a position, by each kind of user', { usual: 1, long: 4 }) === 4;

function isTurnOf(caller: Caller, turn: number): boolean {
  const alike = tenancy.acting.filter(({ organizationType }) => organizationType === caller.organizationType);
  return IN_FULL || alike[turn % alike.length] === caller;
}

const LIST_CALL = /\/lists\/([^/]+)\/(?!search$)/;

/** Each kind of organization makes the search call of a list and, in rotation, a third of the others. */
function makes({ organizationType }: Caller, { operationId, path }: Call): boolean {
  const list = LIST_CALL.exec(path)?.[1];
  if (IN_FULL || list === undefined) return true;
  const places = [
    Object.keys(lists).indexOf(list),
    [...new Set(tenancy.api.calls.map((call) => call.operationId))].indexOf(operationId),
    tenancy.acting.findIndex((caller) => caller.organizationType === organizationType),
  ];
  return places.reduce((sum, place) => sum + place) % 3 === 0;
}

/** By operation, the users who reach their own ids but not all ids: others are refused before an id is checked. */
const letIn = new Map<string, Caller[]>();

/** One of those per position; and each of the others at the first position. */
function triesForeign(caller: Caller, { operationId }: Call, turn: number, at: number): boolean {
  const among = letIn.get(operationId) ?? [];
  if (IN_FULL) return true;
  return among.includes(caller) ? among[(turn + at) % among.length] === caller : at === 0;
}

/** Ids without a row. */
const MADE_BY_THE_CALLER = ['requestId'];
/** A position in a list: a foreign one only determines where to continue in the caller's own list. */
const CURSORS = ['lastNotificationId'];
/** A name to assign: another organization may have the same one. */
const isNewName = (call: Call, { name }: Position): boolean => call.operationId === 'createUser' && name === 'userName';
/** Owners of the platform confirm new addresses of all users, and administer every organization. */
const OF_THE_PLATFORM = [
  'organization',
  'updateOrganization',
  'deactivateOrganization',
  'reactivateOrganization',
  'ssoProvider',
  'saveSsoProvider',
  'testSsoProvider',
  'switchOffSso',
];
const isForEveryone = (call: Call, { type, organizationType }: Caller): boolean =>
  (type === 'OWNER' && call.operationId === 'confirmEmail') ||
  (organizationType === 'OWNER' && OF_THE_PLATFORM.includes(call.operationId));
/** They see all organizations, with the number of users, assignments and candidates. */
const ORGANIZATIONS = /^(facilities|suppliers) /;
const isListOfAll = (call: Call, { organizationType }: Caller): boolean =>
  organizationType === 'OWNER' &&
  /\/lists\/(organizations|ssoProviders|programAssignments|programCandidates)\//.test(call.path);
/**
 * Each export is audited, so two answers differ: they only must not contain anything of others. Owners see all of it.
 */
const isAudit = (call: Call): boolean => /\/audit\//.test(call.path);
const isConfined = (call: Call, caller: Caller): boolean =>
  !isForEveryone(call, caller) && !(isAudit(call) && caller.organizationType === 'OWNER');
/** These would end the session or change the password that the other calls use. */
const ENDS_THE_SESSION = ['logoutNotification', 'passwordChange', 'clearTokenIdentifier'];

test('every id of every call has values to try', () => {
  const missing = tenancy.api.calls
    .flatMap((call) => tenancy.api.positions(call).map(({ name }) => ({ call: call.operationId, name })))
    .filter(({ name }) => !(name in values) && !MADE_BY_THE_CALLER.includes(name) && !CURSORS.includes(name))
    .map(({ call, name }) => `${call}: ${name}`);
  expect([...new Set(missing)]).toEqual([]);
});

const attempts = { foreign: 0, own: 0, answered: 0 };
const callerOf = (type: UserType): Caller => {
  const caller = tenancy.acting.find((each) => each.type === type);
  if (caller === undefined) throw new Error(`no user of the type ${type}`);
  return caller;
};
const at = ({ type }: Caller, { method, path }: Call): string => `${type} at ${method} ${path}`;

test.each(USER_TYPES)('%s sees nothing of others with their own ids', async (type) => {
  const crossings: string[] = [];
  const caller = callerOf(type);
  for (const [turn, call] of tenancy.api.calls.entries()) {
    if (!isTurnOf(caller, turn) || !makes(caller, call)) continue;
    const admit = () => {
      if (isConfined(call, caller)) letIn.set(call.operationId, [...(letIn.get(call.operationId) ?? []), caller]);
    };
    if (ENDS_THE_SESSION.includes(call.operationId)) {
      admit();
      continue;
    }
    const answer = await callAs(call, caller);
    attempts.own += 1;
    if (answer.status === 200) attempts.answered += 1;
    if (answer.status !== 401) admit();
    if (answer.status >= 500) crossings.push(`${at(caller, call)}: ${answer.status} ${answer.text}`);
    const isOwnersAudit = isAudit(call) && caller.organizationType === 'OWNER';
    const shown = foreignIn(answer.text, caller).filter(
      (what) => !isOwnersAudit && (!isListOfAll(call, caller) || !ORGANIZATIONS.test(what)),
    );
    crossings.push(...shown.map((what) => `${at(caller, call)} shows ${what}`));
  }
  expect(crossings).toEqual([]);
});

test.each(USER_TYPES)('%s reaches no other organization with any id', async (type) => {
  const crossings: string[] = [];
  const caller = callerOf(type);
  for (const [turn, call] of tenancy.api.calls.entries()) {
    if (!isTurnOf(caller, turn) || !isConfined(call, caller)) continue;
    for (const [index, position] of tenancy.api.positions(call).entries()) {
      const tries = values[position.name];
      if (tries === undefined || isNewName(call, position)) continue;
      if (!triesForeign(caller, call, turn, index)) continue;
      const absent = await callAs(call, caller, { position, value: (tries.absent ?? randomUUID)() });
      const foreignIds = tries.foreign(caller);
      const due = IN_FULL ? foreignIds : foreignIds.slice((turn + index) % foreignIds.length).slice(0, 1);
      for (const value of due) {
        const foreign = await callAs(call, caller, { position, value });
        attempts.foreign += 1;
        if (isAudit(call)) {
          crossings.push(
            ...foreignIn(foreign.text, caller).map((what) => `${at(caller, call)}, of ${value}, shows ${what}`),
          );
        } else if (!isSameAnswer(foreign, absent)) {
          crossings.push(
            `${at(caller, call)}, ${position.name} = ${value}: ${foreign.status} ${foreign.text.slice(0, 200)}, but of a missing one ${absent.status} ${absent.text.slice(0, 200)}`,
          );
        }
      }
    }
  }
  expect(crossings).toEqual([]);
});

test('enough of the tested ids are answered for their owner', () => {
  // A test in which everything is refused would prove nothing. Many calls are for only one kind of organization.
  expect(attempts.answered).toBeGreaterThan(0.4 * attempts.own);
  expect(attempts.foreign).toBeGreaterThan(300);
});

const LOOKUP_TABLES = { facilities: 'facilities', suppliers: 'suppliers', departments: 'departments' } as const;

test("a filter set to another organization's id finds nothing, like one set to an unknown id", async () => {
  const crossings: string[] = [];
  let tried = 0;
  const filters = Object.entries<ListDefinition>(lists).flatMap(([list, definition]) =>
    Object.entries(definition.filters).map(([param, filter]) => ({ list, param, filter })),
  );
  for (const [turn, { list, param, filter }] of filters.entries()) {
    const table = filter.kind === 'lookup' ? LOOKUP_TABLES[filter.lookup as keyof typeof LOOKUP_TABLES] : undefined;
    if (table === undefined) continue;
    for (const caller of tenancy.acting.filter((each) => isTurnOf(each, turn))) {
      const search = (value: string): Promise<Answer> => {
        const body = { filters: { [param]: [value] } };
        return caller.client.post(`/api-user/v1/lists/${list}/search`, body, { token: caller.token });
      };
      const foreignIds = nearAndFar(of(tenancy, table, true, caller));
      const [absent, ...foreign] = await Promise.all([randomUUID(), ...foreignIds].map(search));
      tried += foreign.length;
      const different = foreign.filter((answer) => absent === undefined || !isSameAnswer(answer, absent));
      crossings.push(...different.map(({ text }) => `${caller.type} at ${list}, ${param}: ${text.slice(0, 300)}`));
    }
  }
  expect(crossings).toEqual([]);
  expect(tried).toBeGreaterThan(150);
});
