/** Actions on records: what the business rules allow is done completely and once, and nothing else. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ACTION_KINDS, type ActionKind } from '../../../contract/records/action';
import type { RecordActionResult } from '../../../contract/records/recordActions.endpoints';
import { remind } from '../../../server/features/notifications/reminders/reminders';
import { addDays } from '../../../server/base/dates';
import { statesOf } from '../../../machines/record/record.machine';
import { cases } from '../../support/cases';
import { followsIn, holdsIn, RULES, type Rule } from '../../support/recordRules';
import { startListWorld, type Kind, type ListWorld } from '../lists/support';
import { act, actOnce, databaseNow, setState, recordIds, stored, notifiedCodes, undo, versionOf } from './support';

/** One in this many of the states that refuse an action is tested. */
const EVERY = cases('one in so many states in which an action on a record is refused', { usual: 3, long: 1 });

let world: ListWorld;
let today: string;
const records = {} as Record<ActionKind, string>;

beforeAll(async () => {
  world = await startListWorld();
  for (const kind of ACTION_KINDS) records[kind] = (await recordIds(world, kind))[0] ?? '';
  await endLate();
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone f.time_zone)::date::text as today from facilities f
    where f.id = ${world.scopes.CLIENT.organizationId}`.execute(world.owner);
  today = rows[0]?.today ?? '';
});
afterAll(() => world.stop());

const inputOf = ({ fields = {} }: Rule): object =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === 'TODAY' ? today : value]));

/** Claimed expenses are paid with the hours, unless refused before. */
const isPossible = ({ status = '', expense }: Readonly<Record<string, string>>): boolean =>
  !(expense === 'PENDING' && ['FINALIZED', 'INVOICED'].includes(status));

const endLate = async (): Promise<unknown> =>
  sql`update assignments set planned_end = '2098-01-01' where id = ${records.assignment}`.execute(world.owner);

/** The candidate is available, and the job has an open position. */
async function makeRoom(): Promise<void> {
  await sql`update jobs set status = 'OPEN', closure = null, closed_at = null, posted_at = coalesce(posted_at, now()),
    openings = openings_filled + 5, bill_rate_max_cents = 20000
    where id = (select job_id from submissions where id = ${records.submission})`.execute(world.owner);
  await sql`delete from assignments where submission_id = ${records.submission}`.execute(world.owner);
  await sql`update assignments set status = 'COMPLETED', ended_on = current_date, extension_status = null,
      actual_start = coalesce(actual_start, planned_start)
    where status in ('BOOKED', 'ACTIVE') and id <> ${records.assignment} and candidate_id =
      (select candidate_id from submissions where id = ${records.submission})`.execute(world.owner);
}

describe.each(ACTION_KINDS)('%s', (kind) => {
  const rules = RULES.filter((rule) => rule.kind === kind);

  test('each action is done from each state that allows it, and refused from each that does not', async () => {
    const wrong: string[] = [];
    for (const rule of rules) {
      for (const [nth, state] of statesOf(kind).filter(isPossible).entries()) {
        if (!holdsIn(rule, state) && nth % EVERY > 0) continue;
        if (kind === 'submission') await makeRoom();
        if (kind === 'assignment') await endLate();
        await setState(world, kind, records[kind], state);
        // All who may take turns.
        const who: Kind = rule.who[nth % rule.who.length] ?? 'VMS';
        const what = `${rule.action} by ${who} in ${JSON.stringify(state)}`;
        const before = await versionOf(world, kind, records[kind]);
        const sentBefore = (await notifiedCodes(world)).length;
        const result = await actOnce(world, who, {
          kind,
          action: rule.action,
          recordId: records[kind],
          input: inputOf(rule),
        });
        const after = await versionOf(world, kind, records[kind]);
        const sent = (await notifiedCodes(world)).slice(sentBefore);
        if (holdsIn(rule, state)) {
          const due = { ...followsIn(rule, state) };
          // Claimed expenses are paid with the hours.
          if (rule.action === 'finalize' && state['expense'] === 'PENDING') due['expense'] = 'RELEASED';
          if (result.outcome !== 'done') wrong.push(`${what}: ${result.outcome} ${result.sentence}`);
          if (JSON.stringify(result.record?.state) !== JSON.stringify(due)) {
            wrong.push(`${what} leads to ${JSON.stringify(result.record?.state)}`);
          }
          if (sent.join() !== (rule.sends ?? '')) wrong.push(`${what} sends ${sent.join()}`);
          if ((result.undoSeconds !== null) !== (rule.undo ?? false)) wrong.push(`${what}: undo ${result.undoSeconds}`);
          if (result.record?.version !== after || after <= before) {
            wrong.push(`${what}: version ${before} to ${after}`);
          }
        } else if (result.outcome !== 'refused' || after !== before || sent.length > 0) {
          wrong.push(`${what}: ${result.outcome}, version ${before} to ${after}, sends ${sent.join()}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('organizations not named for an action are refused, with any permissions', async () => {
    const everyone: readonly Kind[] = ['VMS', 'CLIENT', 'AGENCY', 'OWNER'];
    for (const rule of rules) {
      const state = statesOf(kind).find((each) => holdsIn(rule, each)) ?? {};
      await setState(world, kind, records[kind], state);
      const version = await versionOf(world, kind, records[kind]);
      for (const who of everyone.filter((each) => !rule.who.some((type) => type === each))) {
        const call = {
          kind,
          action: rule.action,
          records: [{ recordId: records[kind], version }],
          input: inputOf(rule),
        };
        expect((await act(world, who, call)).json['errorCode']).toBe('server.unauthorized');
      }
      expect(await versionOf(world, kind, records[kind])).toBe(version);
    }
  });
});

const approve = (recordId: string, version: number, requestId = randomUUID()) => ({
  kind: 'document' as const,
  action: 'approve',
  records: [{ recordId, version }],
  requestId,
});
const resultsOf = ({ json }: { json: Record<string, unknown> }) =>
  (json as unknown as { results: RecordActionResult[] }).results;

test('without the permission it is refused', async () => {
  await sql`delete from role_permissions where permission = 'DOCUMENT_REVIEW'`.execute(world.owner);
  const recordId = records.document;
  const version = await versionOf(world, 'document', recordId);
  const { json } = await act(world, 'VMS', approve(recordId, version));
  const states = await world.send('VMS', 'POST', '/api-job/v1/records/document/states', { recordIds: [recordId] });
  await sql`insert into role_permissions (role_id, organization_id, permission)
    select id, organization_id, 'DOCUMENT_REVIEW' from roles where name = 'Program manager'`.execute(world.owner);
  expect([json['errorCode'], states.json['errorCode']]).toEqual(['server.unauthorized', 'server.unauthorized']);
});

test('exactly the required input must be present and valid', async () => {
  const recordId = records.document;
  await setState(world, 'document', recordId, { status: 'PENDING_REVIEW' });
  const version = await versionOf(world, 'document', recordId);
  const reject = { ...approve(recordId, version), action: 'reject' };
  const inputs = [undefined, {}, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: 'Expired', minutes: 5 }];
  for (const input of inputs) {
    expect((await act(world, 'VMS', { ...reject, ...(input && { input }) })).json['errorCode']).toBe('request.invalid');
  }
  const unknown = await act(world, 'VMS', { ...reject, action: 'constructor' });
  expect(unknown.json['errorCode']).toBe('request.invalid');
  expect(await versionOf(world, 'document', recordId)).toBe(version);
});

test('a double click, a lost answer and a replay act once', async () => {
  const recordId = records.document;
  await setState(world, 'document', recordId, { status: 'PENDING_REVIEW' });
  const version = await versionOf(world, 'document', recordId);
  const sentBefore = (await notifiedCodes(world)).length;
  const call = approve(recordId, version);
  const pressed = await Promise.all([act(world, 'VMS', call), act(world, 'VMS', call), act(world, 'VMS', call)]);
  const replayed = await act(world, 'VMS', call);
  for (const answer of [...pressed, replayed]) {
    expect(resultsOf(answer).map(({ outcome, record }) => [outcome, record?.version])).toEqual([['done', version + 1]]);
  }
  expect((await notifiedCodes(world)).slice(sentBefore)).toEqual(['COMPLIANCE_VERIFIED']);
  // The same id for another action is an error of the caller.
  const other = await act(world, 'VMS', { ...call, action: 'reject', input: { reason: 'Expired' } });
  expect(other.json['errorCode']).toBe('request.invalid');
});

test('the second user learns who was first, and nothing is overwritten', async () => {
  const recordId = records.timesheet;
  await setState(world, 'timesheet', recordId, { status: 'SUBMITTED', expense: 'NONE' });
  const version = await versionOf(world, 'timesheet', recordId);
  const [first] = resultsOf(
    await act(world, 'CLIENT', { kind: 'timesheet', action: 'approve', records: [{ recordId, version }] }),
  );
  const [second] = resultsOf(
    await act(world, 'VMS', {
      kind: 'timesheet',
      action: 'dispute',
      records: [{ recordId, version }],
      input: { reason: 'Wrong rate' },
    }),
  );
  expect(first?.outcome).toBe('done');
  expect(second).toMatchObject({
    outcome: 'changed',
    record: {
      version: version + 1,
      state: { status: 'APPROVED' },
      changedBy: 'Claire Bennett',
      lastAction: 'approve',
    },
  });
  expect((await stored(world, 'timesheet', recordId))['disputed_at']).toBeNull();
});

test('a deal approved at the offered rate is a change of its own, and done once for each offer', async () => {
  const recordId = records.submission;
  const input = { rateCents: 5_000 };
  await makeRoom();
  await setState(world, 'submission', recordId, { status: 'INTERVIEWING' });
  await actOnce(world, 'CLIENT', { kind: 'submission', action: 'offer', recordId, input });
  const version = await versionOf(world, 'submission', recordId);
  const call = { kind: 'submission' as const, action: 'approveDeal', records: [{ recordId, version }], input };
  const [first] = resultsOf(await act(world, 'VMS', call));
  const [second] = resultsOf(await act(world, 'VMS', call));
  const state = { status: 'OFFERED', dealSheet: 'DEAL_APPROVED' };
  expect(first).toMatchObject({ outcome: 'done', record: { version: version + 1, state } });
  expect(second).toMatchObject({
    outcome: 'changed',
    record: { version: version + 1, lastAction: 'approveDeal', changedBy: 'Maya Delgado' },
  });
  const { rows: events } = await sql`
    select version, actor, action from record_events where record_id = ${recordId} order by id desc limit 1`.execute(
    world.owner,
  );
  expect(events).toEqual([{ version: version + 1, actor: 'Maya Delgado', action: 'approveDeal' }]);
  const again = await actOnce(world, 'VMS', { kind: 'submission', action: 'approveDeal', recordId, input });
  expect(again).toMatchObject({ outcome: 'refused', record: { version: version + 1, state } });
  await sql`update submissions set status = 'INTERVIEWING' where id = ${recordId}`.execute(world.owner);
  expect(await actOnce(world, 'CLIENT', { kind: 'submission', action: 'offer', recordId, input })).toMatchObject({
    record: { state: { status: 'OFFERED', dealSheet: 'NONE' } },
  });
});

test('of two simultaneous actions one is done, and the other is refused with the reason', async () => {
  const recordId = records.timesheet;
  await setState(world, 'timesheet', recordId, { status: 'SUBMITTED', expense: 'NONE' });
  const version = await versionOf(world, 'timesheet', recordId);
  const call = { kind: 'timesheet' as const, action: 'approve', records: [{ recordId, version }] };
  const answers = await Promise.all([act(world, 'CLIENT', call), act(world, 'VMS', call)]);
  expect(
    answers
      .flatMap(resultsOf)
      .map(({ outcome }) => outcome)
      .sort(),
  ).toEqual(['changed', 'done']);
  expect(await versionOf(world, 'timesheet', recordId)).toBe(version + 1);
});

test.each([
  ['that was never posted is news to the program and the facility only', 'PENDING_APPROVAL', ['CLIENT', 'VMS']],
  ['that is posted is news to all suppliers, too', 'OPEN', ['AGENCY', 'CLIENT', 'VMS']],
])('a changed job %s', async (_name, status, expected) => {
  await setState(world, 'job', records.job, { status });
  const openings = Number((await stored(world, 'job', records.job))['openings']) + 1;
  const call = { kind: 'job', action: 'changeOpenings', recordId: records.job, input: { openings } } as const;
  const since = await databaseNow(world);
  expect(await actOnce(world, 'CLIENT', call)).toMatchObject({ outcome: 'done' });
  const { rows } = await sql<{ type: string }>`
    select distinct o.type from notification_events e
    join notification_contents c on c.id = e.content_id join organizations o on o.id = e.organization_id
    where c.created_at > ${since}::timestamptz and c.sub_category_code = 'JOB_UPDATED' order by o.type`.execute(
    world.owner,
  );
  expect(rows.map(({ type }) => type)).toEqual(expected);
});

test('a batch has one result for each, in order', async () => {
  const ids = await recordIds(world, 'document', 4);
  for (const id of ids) await setState(world, 'document', id, { status: 'PENDING_REVIEW' });
  await setState(world, 'document', ids[1] ?? '', { status: 'DUE' });
  const known = await Promise.all(
    ids.map(async (recordId) => ({ recordId, version: await versionOf(world, 'document', recordId) })),
  );
  const wanted = [
    ...known.slice(0, 2),
    { recordId: randomUUID(), version: 1 },
    { ...known[2]!, version: 9_999 },
    known[3]!,
  ];
  const results = resultsOf(await act(world, 'VMS', { kind: 'document', action: 'approve', records: wanted }));
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'notFound', 'changed', 'done']);
});

test.each([
  ['with its job of four weeks', 28, 28],
  ['with its job on the first day', 0, 0],
  ['after a quarter of a year if its job is over before the first day', -1, 91],
])('an assignment ends %s', async (_name, jobDays, days) => {
  const first = '2099-01-15';
  await makeRoom();
  await setState(world, 'submission', records.submission, { status: 'OFFER_ACCEPTED' });
  await sql`update jobs set start_date = ${first}::date - 30, end_date = ${first}::date + ${jobDays}::integer
    where id = (select job_id from submissions where id = ${records.submission})`.execute(world.owner);
  const call = { kind: 'submission', action: 'book', recordId: records.submission, input: { date: first } } as const;
  expect(await actOnce(world, 'VMS', call)).toMatchObject({ outcome: 'done' });
  const { rows } = await sql<{ days: number; original: number }>`
    select planned_end - ${first}::date as days, original_end - ${first}::date as original from assignments
    where submission_id = ${records.submission}`.execute(world.owner);
  expect(rows).toEqual([{ days, original: days }]);
});

describe('undoing', () => {
  const undoable = RULES.filter((rule) => rule.undo);

  test.each(undoable.map((rule) => [`${rule.kind}.${rule.action}`, rule] as const))(
    '%s restores everything except the version',
    async (_name, rule) => {
      const { kind, action } = rule;
      const recordId = records[kind];
      if (kind === 'submission') await makeRoom();
      await setState(world, kind, recordId, statesOf(kind).find((state) => holdsIn(rule, state)) ?? {});
      const counted = async (): Promise<Record<string, unknown>> => ({
        ...(await stored(world, kind, recordId)),
        version: 0,
        last_activity_at: 0,
      });
      const before = await counted();
      const requestId = randomUUID();
      const result = await actOnce(world, 'VMS', { kind, action, recordId, requestId, input: inputOf(rule) });
      expect(result).toMatchObject({ outcome: 'done', undoSeconds: 10 });
      expect(await undo(world, 'CLIENT', kind, { requestId, recordId })).toMatchObject({ outcome: 'notFound' });
      expect(await undo(world, 'VMS', kind, { requestId, recordId })).toMatchObject({ outcome: 'undone' });
      expect(await counted()).toEqual(before);
      // Repeating it changes nothing, and neither does repeating the action.
      const version = await versionOf(world, kind, recordId);
      expect(await undo(world, 'VMS', kind, { requestId, recordId })).toMatchObject({ outcome: 'undone' });
      const again = await act(world, 'VMS', {
        kind,
        action,
        requestId,
        input: inputOf(rule),
        records: [{ recordId, version }],
      });
      expect(resultsOf(again)[0]?.outcome).toBe('undone');
      expect(await versionOf(world, kind, recordId)).toBe(version);
    },
  );

  test('is refused after its time, for confirmed actions, and after another change', async () => {
    const recordId = records.timesheet;
    const requestId = randomUUID();
    const ready = () => setState(world, 'timesheet', recordId, { status: 'SUBMITTED', expense: 'NONE' });
    await ready();
    await actOnce(world, 'VMS', { kind: 'timesheet', action: 'approve', recordId, requestId });
    await sql`update record_actions set at = at - interval '20 seconds' where request_id = ${requestId}`.execute(
      world.owner,
    );
    expect(await undo(world, 'VMS', 'timesheet', { requestId, recordId })).toMatchObject({ outcome: 'refused' });

    await ready();
    const [second, third] = [randomUUID(), randomUUID()];
    const input = { reason: 'Wrong rate' };
    await actOnce(world, 'VMS', { kind: 'timesheet', action: 'dispute', recordId, requestId: second, input });
    expect(await undo(world, 'VMS', 'timesheet', { requestId: second, recordId })).toMatchObject({
      outcome: 'refused',
    });

    await ready();
    await actOnce(world, 'VMS', { kind: 'timesheet', action: 'approve', recordId, requestId: third });
    await actOnce(world, 'VMS', { kind: 'timesheet', action: 'finalize', recordId });
    expect(await undo(world, 'VMS', 'timesheet', { requestId: third, recordId })).toMatchObject({ outcome: 'changed' });
    expect((await stored(world, 'timesheet', recordId))['facility_status']).toBe('FINALIZED');
  });
});

describe('a day that was chosen', () => {
  const byManager = (kind: ActionKind, action: string, input: object) =>
    actOnce(world, 'VMS', { kind, action, recordId: records[kind], input });
  const newestText = async (code: string): Promise<string> => {
    const { rows } = await sql<{ text: string }>`
      select search_text as text from notification_contents where sub_category_code = ${code}
      order by created_at desc limit 1`.execute(world.owner);
    return rows[0]?.text ?? '';
  };

  test.each([
    ['extend', () => ({ date: '2098-03-01' })],
    ['declineExtension', () => ({ reason: 'No budget' })],
    ['endEarly', () => ({ date: today, endedBy: 'FACILITY', reason: 'Attendance' })],
  ])('for an extension is the one that Extend proposes, until %s decides it', async (action, decision) => {
    await endLate();
    await setState(world, 'assignment', records.assignment, { status: 'ACTIVE', extension: 'NONE' });
    const { record } = await byManager('assignment', 'requestExtension', { date: '2098-01-31' });
    expect(record?.defaults['extend']).toEqual({ date: '2098-01-31' });
    expect(await newestText('EXTENSION_DUE')).toContain(
      'ends jan 1, 2098. an extension is asked for until jan 31, 2098. please say whether',
    );
    const opened = await world.send('VMS', 'GET', `/api-user/v1/records/assignment/${records.assignment}`);
    expect(opened.json).toMatchObject({ row: { extensionUntil: '2098-01-31' } });

    expect((await byManager('assignment', action, decision())).outcome).toBe('done');
    expect(await stored(world, 'assignment', records.assignment)).toMatchObject({ extension_until: null });
  });

  test('for an interview is on the record and in its notification', async () => {
    await makeRoom();
    await setState(world, 'submission', records.submission, { status: 'QUALIFIED' });
    await byManager('submission', 'interview', { date: '2098-12-03' });
    expect(await newestText('INTERVIEW_SCHEDULED')).toMatch(/ will interview .* for .* on dec 3, 2098\./);
    const opened = await world.send('VMS', 'GET', `/api-user/v1/records/submission/${records.submission}`);
    expect(opened.json).toMatchObject({ row: { interviewOn: '2098-12-03' } });
  });
});

describe('what the rows do not allow', () => {
  const refused = async (kind: ActionKind, state: Record<string, string>, who: Kind, action: string, input: object) => {
    await setState(world, kind, records[kind], state);
    const result = await actOnce(world, who, { kind, action, recordId: records[kind], input });
    expect(result).toMatchObject({ outcome: 'refused', record: { state } });
    return result.sentence;
  };
  const PAST = '2020-01-01';

  test('an offer above the job’s pay', async () => {
    await makeRoom();
    const input = { rateCents: 20_001 };
    expect(await refused('submission', { status: 'INTERVIEWING' }, 'CLIENT', 'offer', input)).toMatch(/\$200\.00/);
  });

  test('an interview and a first day in the past', async () => {
    await makeRoom();
    await refused('submission', { status: 'QUALIFIED' }, 'CLIENT', 'interview', { date: PAST });
    await refused('submission', { status: 'OFFER_ACCEPTED' }, 'VMS', 'book', { date: PAST });
  });

  test('a booking without an open position, and of a candidate who is already booked', async () => {
    const job = sql`(select job_id from submissions where id = ${records.submission})`;
    const book = (): Promise<string | null> =>
      refused('submission', { status: 'OFFER_ACCEPTED' }, 'VMS', 'book', { date: '2099-01-15' });
    await makeRoom();
    await sql`update jobs set openings = greatest(1, openings_filled), openings_filled = greatest(1, openings_filled)
      where id = ${job}`.execute(world.owner);
    expect(await book()).toMatch(/openings of the job are filled/);
    await sql`update jobs set status = 'ON_HOLD' where id = ${job}`.execute(world.owner);
    expect(await book()).toBe('The job is no longer open. Reopen it before you book a candidate.');
    await sql`update jobs set status = 'EXTENSION' where id = ${job}`.execute(world.owner);
    expect(await book()).toBe('The job is no longer open. Close it, then reopen it, before you book a candidate.');
    await makeRoom();
    await setState(world, 'assignment', records.assignment, { status: 'ACTIVE', extension: 'NONE' });
    await sql`update assignments set candidate_id = (select candidate_id from submissions where id = ${records.submission})
      where id = ${records.assignment}`.execute(world.owner);
    expect(await book()).toMatch(/booked or works elsewhere/);
  });

  test.each([
    ['interview', 'QUALIFIED', { date: '2099-01-15' }, 'schedule an interview'],
    ['offer', 'INTERVIEWING', { rateCents: 5_000 }, 'make an offer'],
  ])('%s without an open position', async (action, status, input, step) => {
    const job = sql`(select job_id from submissions where id = ${records.submission})`;
    const go = (): Promise<string | null> => refused('submission', { status }, 'CLIENT', action, input);
    await makeRoom();
    await sql`update jobs set openings = greatest(1, openings_filled), openings_filled = greatest(1, openings_filled)
      where id = ${job}`.execute(world.owner);
    expect(await go()).toBe(`All openings of the job are filled. Change its openings before you ${step}.`);
    await sql`update jobs set status = 'ON_HOLD' where id = ${job}`.execute(world.owner);
    expect(await go()).toBe(`The job is no longer open. Reopen it before you ${step}.`);
    await sql`update jobs set status = 'EXTENSION' where id = ${job}`.execute(world.owner);
    expect(await go()).toBe(`The job is no longer open. Close it, then reopen it, before you ${step}.`);
  });

  test('an extension into the past of an assignment that is overdue', async () => {
    const active = { status: 'ACTIVE', extension: 'DUE' };
    await setState(world, 'assignment', records.assignment, active);
    await sql`update assignments set planned_start = ${today}::date - 90, actual_start = ${today}::date - 90,
        original_end = ${today}::date - 30, planned_end = ${today}::date - 30
      where id = ${records.assignment}`.execute(world.owner);
    const extend = async (action: string, date: string): Promise<string | null> =>
      refused('assignment', active, 'CLIENT', action, { date });
    const over = 'The new last day is over. Please choose today or a later day.';
    expect(await extend('extend', addDays(today, -1))).toBe(over);
    expect(await extend('requestExtension', addDays(today, -1))).toBe(over);
    const input = { date: today };
    const call = { kind: 'assignment', action: 'extend', recordId: records.assignment, input } as const;
    expect(await actOnce(world, 'CLIENT', call)).toMatchObject({ outcome: 'done' });
    await endLate();
  });

  test('an end before a week with hours; the weeks after the end are gone, and take no hours', async () => {
    const { rows } = await sql<{ assignment: string; last: string; before: string; week: string }>`
      select a.id as assignment, (array_agg(t.id order by t.week_ending desc))[1] as last,
        (array_agg(t.id order by t.week_ending desc))[2] as before, (max(t.week_ending) - 7)::text as week
      from assignments a join timesheets t on t.assignment_id = a.id
      where a.client_id = ${world.scopes.CLIENT.organizationId} and a.agency_id = ${world.scopes.AGENCY.organizationId}
        and a.status = 'ACTIVE' and a.id <> ${records.assignment}
        and a.id <> (select x.assignment_id from timesheets x where x.id = ${records.timesheet})
      group by a.id having count(*) > 3 order by a.id limit 1`.execute(world.owner);
    const [{ assignment, last, before, week } = { assignment: '', last: '', before: '', week: '' }] = rows;
    await setState(world, 'timesheet', last, { status: 'SAVED', expense: 'NONE' });
    await setState(world, 'timesheet', before, { status: 'SUBMITTED', expense: 'NONE' });
    const saved = (minutes: number) =>
      sql`
        update timesheets set regular_minutes = ${minutes}, overtime_minutes = 0, holiday_minutes = 0,
          on_call_minutes = 0, miles = 0, expense_cents = 0 where id = ${last}`.execute(world.owner);
    await saved(2_160);
    const endOn = (date: string) =>
      actOnce(world, 'AGENCY', {
        kind: 'assignment',
        action: 'endEarly',
        recordId: assignment,
        input: { date, endedBy: 'CLINICIAN', reason: 'A move' },
      });
    expect(await endOn(addDays(week, -7))).toMatchObject({
      outcome: 'refused',
      sentence: `Hours were reported up to the week ending ${addDays(week, 7)}. Please choose a later day.`,
    });
    // What the supplier has entered is not lost, although it is not submitted yet.
    expect(await endOn(addDays(week, -6))).toMatchObject({
      outcome: 'refused',
      sentence: `Hours were reported up to the week ending ${addDays(week, 7)}. Please choose a later day.`,
    });
    expect(await stored(world, 'timesheet', last)).toMatchObject({ supplier_status: 'SAVED', regular_minutes: 2_160 });
    await saved(0);
    expect(await endOn(addDays(week, -6))).toMatchObject({ outcome: 'done' });
    expect(await stored(world, 'timesheet', last)).toEqual({});
    expect(await stored(world, 'timesheet', before)).toMatchObject({ supplier_status: 'SUBMITTED' });

    await setState(world, 'timesheet', before, { status: 'SAVED', expense: 'NONE' });
    const submit = () =>
      actOnce(world, 'AGENCY', {
        kind: 'timesheet',
        action: 'submit',
        recordId: before,
        input: { minutes: 2_160 },
      });
    await sql`update assignments set ended_on = ${week}::date - 7 where id = ${assignment}`.execute(world.owner);
    expect(await submit()).toMatchObject({
      outcome: 'refused',
      sentence: `The assignment ended on ${addDays(week, -7)}, before that week. Please report hours up to that day only.`,
    });
    await sql`update assignments set ended_on = ${week}::date - 6 where id = ${assignment}`.execute(world.owner);
    expect(await submit()).toMatchObject({ outcome: 'done' });
  });

  test('an extension that ends no later, and an end before the start or in the future', async () => {
    const active = { status: 'ACTIVE', extension: 'DUE' };
    await refused('assignment', active, 'CLIENT', 'extend', { date: '2098-01-01' });
    await refused('assignment', active, 'AGENCY', 'requestExtension', { date: PAST });
    const end = { endedBy: 'SUPPLIER', reason: 'Attendance' };
    await refused('assignment', active, 'AGENCY', 'endEarly', { ...end, date: '1999-01-01' });
    await refused('assignment', active, 'AGENCY', 'endEarly', { ...end, date: '2097-01-01' });
  });

  test('as many openings as before, fewer than are filled, and a timesheet without hours', async () => {
    await setState(world, 'job', records.job, { status: 'OPEN' });
    await sql`update jobs set openings = 5, openings_filled = 3 where id = ${records.job}`.execute(world.owner);
    const change = (openings: number): Promise<RecordActionResult> =>
      actOnce(world, 'CLIENT', { kind: 'job', action: 'changeOpenings', recordId: records.job, input: { openings } });
    expect(await change(2)).toMatchObject({ outcome: 'refused', sentence: expect.stringMatching(/^3 /) as string });
    expect(await change(5)).toMatchObject({
      outcome: 'refused',
      sentence: 'The number of openings is 5 already. Please enter another one.',
    });
    await refused('timesheet', { status: 'SAVED', expense: 'NONE' }, 'AGENCY', 'submit', { minutes: 0 });
  });

  test('more hours than a week, those on call included', async () => {
    const saved = { status: 'SAVED', expense: 'NONE' };
    await sql`update timesheets set on_call_minutes = 600 where id = ${records.timesheet}`.execute(world.owner);
    const minutes = 7 * 24 * 60 - 600;
    const sentence = await refused('timesheet', saved, 'AGENCY', 'submit', { minutes: minutes + 1 });
    expect(sentence).toMatch(/^It has more hours than a week\./);
    const call = { kind: 'timesheet', action: 'submit', recordId: records.timesheet, input: { minutes } } as const;
    expect(await actOnce(world, 'AGENCY', call)).toMatchObject({ outcome: 'done' });
  });

  test.each(['ON_HOLD', 'CLOSED'])(
    'reopening a job in %s without a free opening; with one it stays open',
    async (status) => {
      const recordId = records.job;
      const step = (action: string, input = {}) => actOnce(world, 'CLIENT', { kind: 'job', action, recordId, input });
      await setState(world, 'job', recordId, { status });
      await sql`update jobs set openings = 3, openings_filled = 3 where id = ${recordId}`.execute(world.owner);
      expect(await step('reopen')).toMatchObject({
        outcome: 'refused',
        sentence: 'All openings are filled. Change the openings first, then reopen the job.',
        record: { state: { status } },
      });
      expect(await step('changeOpenings', { openings: 4 })).toMatchObject({
        outcome: 'done',
        record: { state: { status } },
      });
      expect(await step('reopen')).toMatchObject({ outcome: 'done', record: { state: { status: 'OPEN' } } });
      await remind(world.server.app.services, new Date('2190-01-01T12:00:00Z'));
      expect(await stored(world, 'job', recordId)).toMatchObject({ status: 'OPEN', closed_at: null, openings: 4 });
    },
  );
});

test('the timeline and the audit show who did what and why', async () => {
  const recordId = records.document;
  await setState(world, 'document', recordId, { status: 'PENDING_REVIEW' });
  await actOnce(world, 'VMS', { kind: 'document', action: 'reject', recordId, input: { reason: 'Illegible' } });
  const { rows: events } = await sql`
    select actor, action, reason from record_events where record_id = ${recordId} order by id desc limit 1`.execute(
    world.owner,
  );
  const { rows: audits } = await sql`
    select outcome, reason, user_id from audit_events where event = 'record_action' order by id desc limit 1`.execute(
    world.owner,
  );
  expect(events).toEqual([{ actor: 'Maya Delgado', action: 'reject', reason: 'Illegible' }]);
  expect(audits).toEqual([{ outcome: 'ok', reason: 'document.reject', user_id: world.scopes.VMS.userId }]);
});

test('hours are billed: forty at the rate, the rest at one and a half times, plus expenses', async () => {
  const recordId = records.timesheet;
  await setState(world, 'timesheet', recordId, { status: 'SAVED', expense: 'PENDING' });
  await sql`update timesheets set holiday_minutes = 0, on_call_minutes = 60 where id = ${recordId}`.execute(
    world.owner,
  );
  await sql`update assignments set bill_rate_cents = 10000, pay_rate_cents = 5000
    where id = (select assignment_id from timesheets where id = ${recordId})`.execute(world.owner);
  await actOnce(world, 'AGENCY', { kind: 'timesheet', action: 'submit', recordId, input: { minutes: 50 * 60 } });
  // 40 and 10 hours, an hour on call at 6 dollars, 40 dollars spent.
  const bill = 40 * 10_000 + 10 * 15_000 + 600 + 4_000;
  expect(await stored(world, 'timesheet', recordId)).toMatchObject({
    regular_minutes: 2_400,
    overtime_minutes: 600,
    bill_cents: bill,
  });
  await actOnce(world, 'CLIENT', {
    kind: 'timesheet',
    action: 'refuseExpense',
    recordId,
    input: { reason: 'Not agreed' },
  });
  expect(await stored(world, 'timesheet', recordId)).toMatchObject({ bill_cents: bill - 4_000, expense_cents: 4_000 });
});

test.each([
  ['as many keep their kind', 40.5, [36, 4.5, 0]],
  ['more are regular up to forty, then overtime', 45, [40, 5, 0]],
  ['fewer are taken from the overtime first', 38, [36, 2, 0]],
  ['and then from the regular ones', 30, [30, 0, 0]],
])('hours with overtime of a day, confirmed or corrected: %s', async (_name, hours, split) => {
  const recordId = records.timesheet;
  await setState(world, 'timesheet', recordId, { status: 'SUBMITTED', expense: 'NONE' });
  const rate = 10_000;
  const billed = (regular: number, overtime: number) => regular * rate + overtime * 1.5 * rate;
  await sql`update assignments set bill_rate_cents = ${rate}, pay_rate_cents = 5000
    where id = (select assignment_id from timesheets where id = ${recordId})`.execute(world.owner);
  await sql`update timesheets set regular_minutes = 36 * 60, overtime_minutes = 270, holiday_minutes = 0,
    on_call_minutes = 0, bill_cents = ${billed(36, 4.5)} where id = ${recordId}`.execute(world.owner);
  const step = (action: string, input: object) => actOnce(world, 'VMS', { kind: 'timesheet', action, recordId, input });
  const { record } = await step('dispute', { reason: 'Wrong hours' });
  expect(record?.defaults['resolve']).toEqual({ minutes: 40.5 * 60 });
  await step('resolve', { minutes: hours * 60, reason: 'Agreed' });
  const [regular = 0, overtime = 0, holiday = 0] = split;
  expect(await stored(world, 'timesheet', recordId)).toMatchObject({
    regular_minutes: regular * 60,
    overtime_minutes: overtime * 60,
    holiday_minutes: holiday * 60,
    bill_cents: billed(regular, overtime),
  });
});

test('holidays stay holidays, as long as there are as many hours', async () => {
  const recordId = records.timesheet;
  const split = async (minutes: number): Promise<unknown[]> => {
    await setState(world, 'timesheet', recordId, { status: 'FINALIZED', expense: 'NONE' });
    await sql`update timesheets set regular_minutes = 1680, overtime_minutes = 480, holiday_minutes = 720
      where id = ${recordId}`.execute(world.owner);
    const input = { minutes, reason: 'Correction' };
    await actOnce(world, 'VMS', { kind: 'timesheet', action: 'adjust', recordId, input });
    const now = await stored(world, 'timesheet', recordId);
    return [now['regular_minutes'], now['overtime_minutes'], now['holiday_minutes']];
  };
  expect(await split(2_880)).toEqual([1_680, 480, 720]);
  expect(await split(3_000)).toEqual([1_800, 480, 720]);
  expect(await split(2_000)).toEqual([1_280, 0, 720]);
  expect(await split(600)).toEqual([0, 0, 600]);
});
