/**
 * Foreign ids in every operation on records: pages, timelines, tables, states, actions, undo, lists of one record,
 * palette, desk, views, weeks and imports. None is answered, and nothing changes.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { lists } from '../../../contract/lists/catalog';
import type { ListDefinition } from '../../../contract/lists/list';
import { ACTION_KINDS, type ActionKind } from '../../../contract/records/action';
import { records } from '../../../contract/records/catalog';
import type { RecordKind } from '../../../contract/records/kinds';
import type { RecordDefinition } from '../../../contract/records/record';
import { cases } from '../../support/cases';
import { RULES } from '../../support/recordRules';
import { startListWorld, type Kind, type ListWorld } from '../lists/support';
import type { Answer } from '../support/client';
import { FOREIGN } from './support';

const WANTED = cases('ids of others at the operations of records', { usual: 400, long: 100_000 });
/** Operations that take many records check each of them. */
const IN_ONE_CALL = cases('ids of others in one call', { usual: 5, long: 50 });

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world.stop());

type Party = 'CLIENT' | 'AGENCY';
const PARTIES: readonly Party[] = ['CLIENT', 'AGENCY'];

interface Row {
  readonly id: string;
  readonly number: number | null;
}
async function foreignOf(kind: RecordKind, party: Party): Promise<readonly Row[]> {
  const from = FOREIGN[kind][party];
  if (from === undefined) return [];
  const org = `'${world.scopes[party].organizationId}'`;
  const numbered = ['document', 'facility', 'supplier'].includes(kind) ? 'null::integer' : 'number';
  const text = `select id, ${numbered} as number from ${from.replaceAll('$org', org)} order by md5(id::text)`;
  return (await sql.raw<Row>(text).execute(world.owner)).rows;
}

/** Everything that a call could have changed. */
async function everything(): Promise<unknown> {
  const tables = ['jobs', 'candidates', 'submissions', 'assignments', 'compliance_documents', 'timesheets', 'invoices'];
  const counts = tables.map(
    (table) => sql`(select count(*) || ' rows, ' || sum(version) from ${sql.table(table)}) as ${sql.id(table)}`,
  );
  const { rows } = await sql`select ${sql.join(counts)}, (select count(*) from record_events) as events,
    (select count(*) from record_actions) as actions, (select count(*) from notification_contents) as notified,
    (select count(*) from list_views) as views, (select count(*) from timesheet_imports) as imports,
    (select count(*) from chat_messages) as messages, (select count(*) from chat_files) as files,
    (select count(*) from chat_reads) as readings`.execute(world.owner);
  return rows[0];
}

/** Tries some ids, and returns what was answered for them. */
interface Operation {
  readonly name: string;
  readonly kind: RecordKind;
  readonly atOnce: number;
  readonly attempt: (party: Party, rows: readonly Row[]) => Promise<string | null>;
}
const single = (
  name: string,
  kind: RecordKind,
  attempt: (party: Party, row: Row) => Promise<string | null>,
): Operation => ({
  name,
  kind,
  atOnce: 1,
  attempt: (party, [row]) => (row ? attempt(party, row) : Promise.resolve(null)),
});

/** Missing, or not available to them. */
const isNothing = (status: number): boolean => status === 404 || status === 401;
/** Of all answers. A refusal for want of a permission proves little about the record. */
const statuses = new Map<Kind, number[]>();
async function counted(party: Kind, answer: Promise<Answer>): Promise<Answer> {
  const known = statuses.get(party) ?? [];
  statuses.set(party, known);
  known.push((await answer).status);
  return answer;
}
const send: ListWorld['send'] = (party, ...call) => counted(party, world.send(party, ...call));
const search = (party: Party, list: string, filters: object) =>
  counted(party, world.post(party, list, 'search', { filters }));
const page = (kind: RecordKind, id: string, more = '') => `/api-user/v1/records/${kind}/${id}${more}`;
const read = (name: string, kind: RecordKind, pathOf: (id: string) => string) =>
  single(name, kind, async (party, { id }) => {
    const { status, text } = await send(party, 'GET', pathOf(id));
    return isNothing(status) ? null : `${status} ${text.slice(0, 100)}`;
  });
const write = (name: string, kind: RecordKind, pathOf: (id: string) => string, body: () => object) =>
  single(name, kind, async (party, { id }) => {
    const { status, text } = await send(party, 'POST', pathOf(id), body());
    return isNothing(status) ? null : `${status} ${text.slice(0, 100)}`;
  });
const chat = (id: string, what: string) => `/api-user/v1/chat/candidates/${id}/${what}`;
const FILTERS: Readonly<Record<string, RecordKind>> = {
  jobId: 'job',
  candidateId: 'candidate',
  submissionId: 'submission',
  assignmentId: 'assignment',
  invoiceId: 'invoice',
  reverseInvoiceId: 'reverseInvoice',
};
const HEAD = 'Assignment ID,Candidate,Facility,Week Ending,Regular,Overtime,Holiday,On Call,Miles,Expenses';

/** A file that the program sent to a candidate. */
async function sentFileTo(candidateId: string): Promise<string> {
  const body = 'text' as unknown as object;
  const type = { 'content-type': 'application/octet-stream' };
  const kept = await world.send('VMS', 'POST', `${chat(candidateId, 'files')}?fileName=a.txt`, body, type);
  const chatFileId = String(kept.json['chatFileId']);
  const message = { requestId: randomUUID(), text: '', chatFileId };
  const sent = await world.send('VMS', 'POST', chat(candidateId, 'messages'), message);
  expect([kept.status, sent.status]).toEqual([200, 200]);
  const own = await world.send('VMS', 'GET', `/api-user/v1/chat/files/${chatFileId}`);
  expect([own.status, own.text]).toEqual([200, 'text']);
  return chatFileId;
}

/** Of each kind: its table, and an action that can be undone if there is one. */
const DONE: Readonly<Record<ActionKind, readonly [table: string, action: string]>> = {
  job: ['jobs', 'hold'],
  submission: ['submissions', 'qualify'],
  assignment: ['assignments', 'extend'],
  document: ['compliance_documents', 'approve'],
  timesheet: ['timesheets', 'approve'],
};

/** As if the party had just acted on the record: only its being foreign is in the way of undoing that. */
async function pretendDone(
  party: Party,
  { kind, id, requestId }: { readonly kind: ActionKind; readonly id: string; readonly requestId: string },
): Promise<void> {
  const { userId, organizationId } = world.scopes[party];
  const [table, action] = DONE[kind];
  const { numAffectedRows } = await sql`
    insert into record_actions (
      user_id, organization_id, request_id, record_id, kind, action, input, version, before)
    select ${userId}::uuid, ${organizationId}::uuid, ${requestId}::uuid, r.id, ${kind}, ${action}, '{}', r.version, to_jsonb(r)
    from ${sql.table(table)} r where r.id = ${id}::uuid`.execute(world.owner);
  expect(numAffectedRows).toBe(1n);
}

const weekOf = ({ day, clientId }: Others['week']): string =>
  `/api-job/v1/schedule/week?kind=PRN&day=${day}&clientId=${clientId}`;

/** Another facility, and a day of the week in which most people work shifts there. */
async function busyWeek(): Promise<Others['week']> {
  const { rows } = await sql<Others['week']>`
    with work as (
      select a.client_id, daterange(coalesce(a.actual_start, a.planned_start), coalesce(a.ended_on, a.planned_end), '[]') as days
      from assignments a join jobs j on j.id = a.job_id
      where j.job_type = 'PER_DIEM' and a.status <> 'CANCELLED'
        and a.tenant_id = ${world.scopes.VMS.organizationId} and a.client_id <> ${world.scopes.CLIENT.organizationId})
    select one.client_id as "clientId", (lower(one.days) + 7)::text as day
    from work one join work other on other.client_id = one.client_id and other.days @> lower(one.days) + 7
    group by 1, 2 order by count(*) desc, 1, 2 limit 1`.execute(world.owner);
  if (rows[0] === undefined) throw new Error('no one works shifts at another facility');
  const { json } = await world.send('VMS', 'GET', weekOf(rows[0]));
  expect((json['rows'] as { readonly people: unknown[] }[]).some(({ people }) => people.length > 0)).toBe(true);
  return rows[0];
}

/** Foreign data without a page: a view of a list, a file in a chat, and a week of a facility with shifts. */
interface Others {
  readonly viewId: string;
  readonly chatFileIds: Readonly<Record<Party, string>>;
  readonly week: { readonly clientId: string; readonly day: string };
}
const operations = ({ viewId, chatFileIds, week }: Others): readonly Operation[] => [
  ...(Object.keys(FOREIGN) as RecordKind[]).flatMap((kind) => [
    read('page', kind, (id) => page(kind, id)),
    read('timeline', kind, (id) => page(kind, id, '/timeline')),
    ...Object.entries((records[kind] as RecordDefinition).tabs).flatMap(([name, { show }]) =>
      show === 'table' ? [read(`table ${name}`, kind, (id) => page(kind, id, `/tables/${name}`))] : [],
    ),
  ]),
  ...ACTION_KINDS.flatMap((kind: ActionKind): Operation[] => [
    {
      name: 'states',
      kind,
      atOnce: IN_ONE_CALL,
      attempt: async (party, rows) => {
        const recordIds = rows.map(({ id }) => id);
        const { status, text } = await send(party, 'POST', `/api-job/v1/records/${kind}/states`, { recordIds });
        return isNothing(status) || text === '{"records":[]}' ? null : `${status} ${text.slice(0, 100)}`;
      },
    },
    ...RULES.filter((rule) => rule.kind === kind).map(({ action, fields = {} }): Operation => ({
      name: action,
      kind,
      atOnce: IN_ONE_CALL,
      attempt: async (party, rows) => {
        const input = Object.fromEntries(
          Object.entries(fields).map(([field, value]) => [field, value === 'TODAY' ? '2026-01-01' : value]),
        );
        const { status, json, text } = await send(party, 'POST', `/api-job/v1/records/${kind}/actions`, {
          requestId: randomUUID(),
          action,
          input,
          records: rows.map(({ id }) => ({ recordId: id, version: 1 })),
        });
        const outcomes = (json['results'] ?? []) as { readonly outcome: string; readonly record: unknown }[];
        const isRefused = outcomes.every(({ outcome, record }) => outcome === 'notFound' && record === null);
        return isNothing(status) || (status === 200 && isRefused) ? null : `${status} ${text.slice(0, 100)}`;
      },
    })),
    single('undo', kind, async (party, { id }) => {
      const requestId = randomUUID();
      await pretendDone(party, { kind, id, requestId });
      const body = { requestId, recordId: id };
      const { status, json, text } = await send(party, 'POST', `/api-job/v1/records/${kind}/undo`, body);
      await world.owner.deleteFrom('record_actions').where('request_id', '=', requestId).execute();
      return json['outcome'] === 'notFound' && json['record'] === null ? null : `${status} ${text.slice(0, 100)}`;
    }),
  ]),
  ...Object.entries<ListDefinition>(lists).flatMap(([list, { filters }]) =>
    Object.entries(filters).flatMap(([name, filter]) => {
      const kind = filter.kind === 'record' ? FILTERS[name] : undefined;
      if (kind === undefined) return [];
      return [
        single(`list ${list} by ${name}`, kind, async (party, { id }) => {
          const { status, json, text } = await search(party, list, { [name]: [id] });
          const isRefused = status === 400 || isNothing(status);
          return isRefused || (json['rows'] as unknown[]).length === 0 ? null : `${status} ${text.slice(0, 100)}`;
        }),
      ];
    }),
  ),
  ...(['submission', 'assignment', 'timesheet', 'candidate'] as const).map((kind) =>
    single('palette', kind, async (party, { id, number }) => {
      const { status, text } = await send(party, 'GET', `/api-user/v1/records?q=%23${number}`);
      return status !== 200 || text.includes(id) ? `${status} ${text.slice(0, 100)}` : null;
    }),
  ),
  read('chat', 'candidate', (id) => chat(id, 'messages')),
  write(
    'chat message',
    'candidate',
    (id) => chat(id, 'messages'),
    () => ({ requestId: randomUUID(), text: 'Hello' }),
  ),
  write(
    'chat read',
    'candidate',
    (id) => chat(id, 'read'),
    () => ({ number: 1 }),
  ),
  single('chat file', 'candidate', async (party, { id }) => {
    const body = 'text' as unknown as object;
    const type = { 'content-type': 'application/octet-stream' };
    const { status, text } = await send(party, 'POST', `${chat(id, 'files')}?fileName=a.txt`, body, type);
    return isNothing(status) ? null : `${status} ${text.slice(0, 100)}`;
  }),
  single('file of a chat', 'candidate', async (party) => {
    const { status, text } = await send(party, 'GET', `/api-user/v1/chat/files/${chatFileIds[party]}`);
    return isNothing(status) ? null : `${status} ${text.slice(0, 100)}`;
  }),
  read('desk', 'document', (id) => `/api-agency/v1/compliance/documents/${id}/preview`),
  read('preview', 'invoice', (id) => `/api-timecard/v1/invoices/${id}/preview`),
  {
    name: 'import',
    kind: 'assignment',
    atOnce: IN_ONE_CALL,
    attempt: async (party, rows) => {
      const lines = rows.map(({ number }) => `${number},,,01/03/2026,36,,,,,`);
      const path = `/api-timecard/v1/timesheets/import?requestId=${randomUUID()}`;
      const body = [HEAD, ...lines].join('\r\n') as unknown as object;
      const type = { 'content-type': 'application/octet-stream' };
      const { status, json, text } = await send(party, 'POST', path, body, type);
      const found = (
        (json['lines'] ?? []) as { candidate: unknown; timesheetId: unknown; problems: unknown[] }[]
      ).filter(
        ({ candidate, timesheetId, problems }) => candidate !== null || timesheetId !== null || problems.length === 0,
      );
      const isRefused = json['imported'] === 0 && json['problems'] === rows.length && found.length === 0;
      return isNothing(status) || isRefused ? null : `${status} ${text.slice(0, 200)}`;
    },
  },
  single('week of a facility', 'job', async (party) => {
    if (party === 'AGENCY') return null;
    const { json, text } = await send(party, 'GET', weekOf(week));
    return (json['rows'] as unknown[]).length === 0 ? null : text.slice(0, 100);
  }),
  single('view of a list', 'job', async (party) => {
    const { status } = await send(party, 'DELETE', `/api-user/v1/lists/jobs/views/${viewId}`);
    return isNothing(status) ? null : `${status}`;
  }),
];

test(`${WANTED} ids of other organizations: no answer, no change`, async () => {
  const saved = await world.send('VMS', 'POST', '/api-user/v1/lists/jobs/views', {
    name: 'Of the program',
    shared: false,
    default: false,
    part: 'jobs/open',
    filters: {},
    q: '',
    sort: '-postedAt',
    columns: null,
  });
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('id')]);
  const viewId = String(saved.json['viewId'] ?? saved.json['id']);
  const chatFileIds = { CLIENT: '', AGENCY: '' };
  for (const party of PARTIES) {
    const [candidate] = await foreignOf('candidate', party);
    chatFileIds[party] = await sentFileTo(candidate?.id ?? '');
  }
  const all = operations({ viewId, chatFileIds, week: await busyWeek() });
  const pools = new Map<string, readonly Row[]>();
  for (const { kind } of all) {
    for (const party of PARTIES) pools.set(`${kind} ${party}`, await foreignOf(kind, party));
  }
  const before = await everything();
  const answered: string[] = [];
  let tried = 0;
  for (let round = 0; tried < WANTED; round += 1) {
    for (const { name, kind, atOnce, attempt } of all) {
      for (const party of PARTIES) {
        const pool = pools.get(`${kind} ${party}`) ?? [];
        if (pool.length === 0) continue;
        const rows = Array.from({ length: atOnce }, (_, at) => pool[(round * atOnce + at) % pool.length]!);
        const problem = await attempt(party, [...new Set(rows)]);
        if (problem !== null) answered.push(`${party}, ${kind}, ${name}, ${rows[0]?.id}: ${problem}`);
        tried += new Set(rows).size;
      }
    }
  }
  expect(answered).toEqual([]);
  expect(await everything()).toEqual(before);
  for (const party of PARTIES) {
    const all = statuses.get(party) ?? [];
    expect(all.filter((status) => status !== 401).length / all.length).toBeGreaterThan(0.7);
  }
  if (WANTED > 10_000) process.stdout.write(`crossing: ${tried} ids at ${all.length} operations\n`);
});
