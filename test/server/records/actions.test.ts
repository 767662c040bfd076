/** Actions on records: what the business rules allow is done completely and once, and nothing else. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ACTION_KINDS } from '../../../contract/records/action';
import type { RecordActionResult } from '../../../contract/records/recordActions.endpoints';
import { statesOf } from '../../../machines/record/record.machine';
import { cases } from '../../support/cases';
import { followsIn, holdsIn, RULES, type Rule } from '../../support/recordRules';
import type { Kind } from '../lists/support';
import { untilLockWaits } from '../support/lockWaits';
import { startActionWorld, type ActionWorld } from './actionWorld';
import { act, actOnce, databaseNow, setState, recordIds, stored, notifiedCodes, undo, versionOf } from './support';

/** One in this many of the states that refuse an action is tested. */
const EVERY = cases('one in so many states in which an action on a record is refused', { usual: 3, long: 1 });

let { world, records, today, endLate, makeRoom } = {} as ActionWorld;
beforeAll(async () => {
  ({ world, records, today, endLate, makeRoom } = await startActionWorld());
});
afterAll(() => world.stop());

const inputOf = ({ fields = {} }: Rule): object =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === 'TODAY' ? today : value]));

/** Claimed expenses are paid with the hours, unless refused before. */
const isPossible = ({ status = '', expense }: Readonly<Record<string, string>>): boolean =>
  !(expense === 'PENDING' && ['FINALIZED', 'INVOICED'].includes(status));

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
        const since = await databaseNow(world);
        const result = await actOnce(world, who, {
          kind,
          action: rule.action,
          recordId: records[kind],
          input: inputOf(rule),
        });
        const after = await versionOf(world, kind, records[kind]);
        const sent = await notifiedCodes(world, since);
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

test('the deal sheet tells a rate of the approval from one of the offer', async () => {
  const recordId = records.submission;
  await makeRoom();
  await setState(world, 'submission', recordId, { status: 'INTERVIEWING' });
  const agree = (who: Kind, action: string, rateCents: number) =>
    actOnce(world, who, { kind: 'submission', action, recordId, input: { rateCents } });
  await agree('CLIENT', 'offer', 6_100);
  await agree('VMS', 'approveDeal', 6_200);
  const { json } = await world.send('VMS', 'GET', `/api-user/v1/records/submission/${recordId}/tables/dealSheet`);
  const { rows } = json as unknown as { rows: { reached: string; billRate: number }[] };
  expect(rows.slice(0, 2).map(({ reached, billRate }) => [reached, billRate])).toEqual([
    ['Deal approval', 6_200],
    ['Offer', 6_100],
  ]);
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

describe('a batch', () => {
  const approvalOf = async (count: number) => {
    const ids = await recordIds(world, 'document', count);
    for (const id of ids) await setState(world, 'document', id, { status: 'PENDING_REVIEW' });
    const targets = ids.map(async (recordId) => ({ recordId, version: await versionOf(world, 'document', recordId) }));
    const kind = 'document' as const;
    return { kind, action: 'approve', requestId: randomUUID(), records: await Promise.all(targets) };
  };
  type Call = Awaited<ReturnType<typeof approvalOf>>;
  /** Performs it while another transaction holds one of its rows for too long. */
  const performWhileHeld = (call: Call, index: number) =>
    world.owner.transaction().execute(async (other) => {
      await sql`select from compliance_documents where id = ${call.records[index]?.recordId} for update`.execute(other);
      const answer = act(world, 'VMS', call);
      await untilLockWaits(world.owner);
      // As its time limit does after two seconds.
      await sql`select pg_cancel_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(world.owner);
      return answer;
    });
  const outcomes = (answer: Parameters<typeof resultsOf>[0]) => resultsOf(answer).map(({ outcome }) => outcome);
  const versions = ({ records: all }: Call) =>
    Promise.all(all.map(({ recordId }) => versionOf(world, 'document', recordId)));

  test('that meets a busy database says which are done, and the same request does the others', async () => {
    const call = await approvalOf(3);
    const [first = 0, ...others] = call.records.map(({ version }) => version);
    const answer = await performWhileHeld(call, 1);
    const busy = {
      outcome: 'refused',
      sentence: 'The service is not available at the moment. Please try again in a few seconds.',
      record: null,
      undoSeconds: null,
    };
    expect([answer.status, resultsOf(answer)]).toMatchObject([200, [{ outcome: 'done' }, busy, busy]]);
    expect(await versions(call)).toEqual([first + 1, ...others]);
    expect(outcomes(await act(world, 'VMS', call))).toEqual(['done', 'done', 'done']);
    expect(await versions(call)).toEqual([first, ...others].map((version) => version + 1));
  });

  test('that meets a busy database at its first record is refused as a whole', async () => {
    const call = await approvalOf(2);
    const answer = await performWhileHeld(call, 0);
    expect([answer.status, answer.json['errorCode']]).toEqual([503, 'service.unavailable']);
    expect(await versions(call)).toEqual(call.records.map(({ version }) => version));
  });

  test('whose request was used for another action on a later record says so of that one, and what is done', async () => {
    const call = await approvalOf(2);
    const [first, second] = call.records;
    await act(world, 'VMS', { ...call, records: [second!], action: 'reject', input: { reason: 'Expired' } });
    const results = resultsOf(await act(world, 'VMS', { ...call, records: [first!, second!] }));
    expect(results).toMatchObject([
      { outcome: 'done' },
      { outcome: 'refused', sentence: expect.stringMatching('already used for another action') as string },
    ]);
  });
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

  test('is refused once the permission was taken away, and the action stays', async () => {
    const recordId = records.document;
    await setState(world, 'document', recordId, { status: 'PENDING_REVIEW' });
    const requestId = randomUUID();
    await actOnce(world, 'VMS', { kind: 'document', action: 'approve', recordId, requestId });
    const version = await versionOf(world, 'document', recordId);
    await sql`delete from role_permissions where permission = 'DOCUMENT_REVIEW'`.execute(world.owner);
    const errorOf = async () =>
      (await world.send('VMS', 'POST', '/api-job/v1/records/document/undo', { requestId, recordId })).json['errorCode'];
    const withoutPermission = await errorOf();
    await sql`insert into role_permissions (role_id, organization_id, permission)
      select id, organization_id, 'DOCUMENT_REVIEW' from roles where name = 'Program manager'`.execute(world.owner);
    expect([withoutPermission, await versionOf(world, 'document', recordId)]).toEqual(['server.unauthorized', version]);
    expect(await undo(world, 'VMS', 'document', { requestId, recordId })).toMatchObject({ outcome: 'undone' });
  });

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
