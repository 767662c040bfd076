/**
 * Alarms of the board: raised, acknowledged, escalated and cleared once, even with several nodes; tested on past days.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AlarmRule } from '../../../contract/board/alarms.endpoints';
import type { Notification } from '../../../contract/notifications/notification';
import { checkAlarms } from '../../../server/features/board/alarmChecks';
import { SECTIONS, setActive, startProgram, type Program, type Reader } from '../notifications/support';
import type { Answer } from '../support/client';
import { untilLockWaits } from '../support/lockWaits';
import { at, CONDITION, NOON } from '../../support/watchedCondition';

const BOARD = '/api-user/v1/board';

describe('alarms', () => {
  let program: Program;
  let one: Reader;
  let other: Reader;
  let facility: Reader;

  beforeAll(async () => {
    program = await startProgram('ONE');
    one = await program.signedIn('MANAGER', [...SECTIONS, 'BOARD_ALARMS']);
    other = await program.signedIn('MANAGER');
    facility = await program.signedIn('FACILITY-2', [...SECTIONS, 'BOARD_ALARMS']);
  });
  afterAll(() => program.server.stop());
  beforeEach(async () => {
    await program.owner.deleteFrom('board_alarms').execute();
    await program.owner.deleteFrom('board_alarm_rules').execute();
    await sql`update timesheets set disputed_at = null, dispute_resolved_at = null`.execute(program.owner);
  });

  const body = (facts: Partial<AlarmRule> = {}) => ({
    version: 0,
    name: 'Disputes',
    ...CONDITION,
    recipients: [one.user.id],
    escalateAfter: 10,
    escalateTo: [other.user.id],
    isOn: true,
    ...facts,
  });
  const save = (by: Reader, ruleId: string, facts: Partial<AlarmRule> = {}): Promise<Answer> =>
    by.client.request('PUT', `${BOARD}/alarm-rules/${ruleId}`, { token: by.token, body: body(facts) });
  const alarmsOf = async (by: Reader) =>
    (await by.client.get(BOARD, { token: by.token })).json['alarms'] as Record<string, unknown>[];
  const acknowledge = (by: Reader, id: unknown): Promise<Answer> =>
    by.client.post(`${BOARD}/alarms/${String(id)}/acknowledge`, {}, { token: by.token });
  const check = (moment: Date): Promise<void> => checkAlarms(program.server.app.services, moment);
  const dispute = (moment: Date) =>
    sql`update timesheets set disputed_at = ${moment} where id = ${program.rows.timesheet}`.execute(program.owner);
  const notifiedOf = async (reader: Reader): Promise<string[]> => {
    const { rows } = await sql<{ content: Notification }>`
      select c.content from notification_events e join notification_contents c on c.id = e.content_id
      where e.user_id = ${reader.user.id} and c.sub_category_code = 'BOARD_ALARM'
      order by e.sequence`.execute(program.owner);
    return rows.map(({ content }) => content.subject);
  };

  test('are raised once by several nodes, notify the rule’s recipients, escalate once and are cleared', async () => {
    const already = (await notifiedOf(one)).length;
    expect((await save(one, randomUUID())).status).toBe(200);
    await check(NOON);
    expect(await alarmsOf(other)).toEqual([]);
    await dispute(at(1));
    await Promise.all([check(at(2)), check(at(2)), check(at(2))]);
    await check(at(3));
    expect((await notifiedOf(one)).slice(already)).toEqual(['Alarm: Disputes']);
    expect(await alarmsOf(other)).toMatchObject([
      { name: 'Disputes', text: '1 timesheet was disputed within 1 h, more than 0.', acknowledgedAt: null },
    ]);
    expect(await alarmsOf(facility)).toEqual([]);

    await check(at(11));
    expect(await notifiedOf(other)).toEqual([]);
    await Promise.all([check(at(12)), check(at(12))]);
    await check(at(20));
    expect(await notifiedOf(other)).toEqual(['Not acknowledged: Disputes']);
    expect(await alarmsOf(one)).toMatchObject([{ escalatedAt: at(12).toISOString() }]);

    await check(at(62));
    expect(await alarmsOf(one)).toEqual([]);
    await dispute(at(70));
    await check(at(71));
    expect((await notifiedOf(one)).slice(already)).toEqual(['Alarm: Disputes', 'Alarm: Disputes']);
  });

  test('an acknowledged alarm does not escalate; if two people acknowledge at the same time, the second learns who was first', async () => {
    const already = (await notifiedOf(other)).length;
    await save(one, randomUUID());
    await dispute(at(1));
    await check(at(2));
    const [alarm] = await alarmsOf(one);
    const answers = await Promise.all([one, other].map((by) => acknowledge(by, alarm?.['alarmId'])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json['errorMessage']).toMatch(/^Robin Fixture was first: /);
    expect((await acknowledge(facility, alarm?.['alarmId'])).status).toBe(404);
    await check(at(30));
    expect((await notifiedOf(other)).length).toBe(already);
    expect(await alarmsOf(one)).toMatchObject([{ acknowledgedBy: 'Robin Fixture', escalatedAt: null }]);
    await check(at(62));
    expect((await acknowledge(one, alarm?.['alarmId'])).status).toBe(404);
  });

  test('whoever acknowledges an alarm has no toast of it any more, and whoever does not still has', async () => {
    const person = await program.signedIn('MANAGER');
    await save(one, randomUUID(), { recipients: [one.user.id, person.user.id] });
    await dispute(at(1));
    await check(at(2));
    const toastsOf = async (reader: Reader) => {
      const { sticky } = await reader.post<{ sticky: Notification[] }>('');
      return sticky.map(({ entityId }) => entityId);
    };
    const [alarm] = await alarmsOf(one);
    expect(await toastsOf(person)).toEqual([alarm?.['alarmId']]);
    const { sequence } = await person.since(0);
    expect((await acknowledge(person, alarm?.['alarmId'])).status).toBe(200);
    expect(await toastsOf(person)).toEqual([]);
    expect((await person.since(sequence)).events).toMatchObject([{ changed: { dismissed: true } }]);
    expect(await toastsOf(one)).toContain(alarm?.['alarmId']);
    // Repeated, because no answer arrived.
    expect((await acknowledge(person, alarm?.['alarmId'])).status).toBe(200);
    expect((await person.since(sequence)).events).toHaveLength(1);
  });

  test('notify people in the order in which their counters are locked elsewhere, whatever the order in the rule', async () => {
    const [first, last] = [one.user.id, other.user.id].sort() as [string, string];
    await save(one, randomUUID(), { recipients: [last, first] });
    await dispute(at(1));
    await program.announce('so that both have a counter');
    const counter = (userId: string) => sql`select from notification_counters where user_id = ${userId}`;
    const [checked] = await program.owner.transaction().execute(async (held) => {
      await sql`${counter(first)} for update`.execute(held);
      const checking = check(at(2));
      await untilLockWaits(program.owner);
      expect((await sql`${counter(last)} for update nowait`.execute(held)).rows).toHaveLength(1);
      return [checking];
    });
    await checked;
    expect(await alarmsOf(one)).toHaveLength(1);
  });

  test('count only what the organization sees', async () => {
    await save(facility, randomUUID(), { recipients: [facility.user.id], escalateTo: [facility.user.id] });
    await dispute(at(1));
    await check(at(2));
    expect(await alarmsOf(facility)).toEqual([]);
  });

  test('are not raised for a deactivated organization, and are again once it is reactivated', async () => {
    await save(facility, randomUUID(), {
      ...{ condition: 'NONE_FOR', recipients: [facility.user.id], escalateTo: [facility.user.id] },
    });
    await setActive(program, facility, false);
    await check(at(61));
    expect(await program.owner.selectFrom('board_alarms').select('id').execute()).toEqual([]);
    await setActive(program, facility, true);
    await check(at(62));
    expect(await alarmsOf(facility)).toHaveLength(1);
  });

  test('changing, turning off or removing a rule clears its alarms', async () => {
    const ruleId = randomUUID();
    await save(one, ruleId);
    await dispute(at(1));
    await check(at(2));
    expect(await alarmsOf(one)).toHaveLength(1);
    expect((await save(one, ruleId, { version: 1, isOn: false })).json).toMatchObject({ version: 2, isOn: false });
    expect(await alarmsOf(one)).toEqual([]);
    await check(at(4));
    expect(await alarmsOf(one)).toEqual([]);
    const late = await save(one, ruleId, { version: 1 });
    expect([late.status, late.json['errorMessage']]).toEqual([409, expect.stringMatching(/^Another user has changed/)]);
    const remove = (by: Reader) => by.client.request('DELETE', `${BOARD}/alarm-rules/${ruleId}`, { token: by.token });
    expect([(await remove(facility)).status, (await remove(one)).status, (await remove(one)).status]).toEqual([
      404, 200, 404,
    ]);
  });

  test('a rule that is saved again, because no answer arrived, is saved once, and later changes are not lost silently', async () => {
    const ruleId = randomUUID();
    const facts = { name: ' Disputes ', days: [5, 1], from: '08:00', to: '18:00', escalateAfter: null };
    const first = await save(one, ruleId, facts);
    const repeated = await save(one, ruleId, facts);
    expect([repeated.status, repeated.json]).toEqual([200, first.json]);
    const corrected = await save(one, ruleId, { ...facts, count: 7 });
    expect([corrected.status, corrected.json['errorMessage']]).toEqual([
      409,
      "This rule was already added as 'Disputes', but with other values. Please go back and open it to change it.",
    ]);

    const change = { ...facts, version: 1, count: 9 };
    const [changed, again] = [await save(one, ruleId, change), await save(one, ruleId, change)];
    expect([changed.json['version'], again.status, again.json]).toEqual([2, 200, changed.json]);
    expect((await save(one, ruleId, { ...change, count: 10 })).status).toBe(409);
  });

  test('a rule that names someone without an account anymore can still be changed and turned off', async () => {
    const leaver = await program.user('MANAGER');
    const ruleId = randomUUID();
    const people = { recipients: [one.user.id, leaver.id], escalateTo: [leaver.id] };
    expect((await save(one, ruleId, people)).status).toBe(200);
    await program.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', leaver.id).execute();
    const off = await save(one, ruleId, { ...people, version: 1, isOn: false });
    expect([off.status, off.json['version'], off.json['isOn']]).toEqual([200, 2, false]);
    expect((await save(one, ruleId, { version: 2 })).json['recipients']).toEqual([one.user.id]);
    // They are not chosen anew, in this rule or in another one.
    for (const [id, version] of [[ruleId, 3] as const, [randomUUID(), 0] as const]) {
      const { status, json } = await save(one, id, { ...people, version });
      expect([status, json['errorMessage']]).toEqual([400, expect.stringMatching(/^A person chosen here no longer/)]);
    }
  });

  test('a rule that is on is saved only if someone with an account is notified, also on escalation', async () => {
    const leaver = await program.user('MANAGER');
    const ruleId = randomUUID();
    await save(one, ruleId, { recipients: [leaver.id], escalateTo: [leaver.id] });
    await program.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', leaver.id).execute();
    const saved = async (facts: Partial<AlarmRule>) => {
      const { status, json } = await save(one, ruleId, { version: 1, ...facts });
      return [status, json['errorMessage']];
    };
    expect(await saved({ recipients: [leaver.id] })).toEqual([
      400,
      'It notifies no one, because nobody chosen has an account. Please choose someone else.',
    ]);
    expect(await saved({ escalateTo: [leaver.id] })).toEqual([
      400,
      'It notifies no one on escalation, because nobody chosen for that has an account. Please choose someone else.',
    ]);
    expect(await saved({ recipients: [leaver.id], escalateTo: [leaver.id], isOn: false })).toEqual([200, undefined]);
    expect(await saved({ version: 2, recipients: [leaver.id, one.user.id] })).toEqual([200, undefined]);
  });

  test('a rule is saved for anyone with an account, however many colleagues come before them', async () => {
    await program.owner
      .insertInto('users')
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          ...{ organization_id: program.world.tenantId, user_name: `colleague.${index}`, email: 'c@one.example' },
          ...{ first_name: 'A', last_name: 'A', user_type: 'VMS' as const },
        })),
      )
      .execute();
    expect((await save(one, randomUUID())).status).toBe(200);
    await program.owner.deleteFrom('users').where('user_name', 'like', 'colleague.%').execute();
  });

  test('a rule about silence that is too long for its hours is refused, because it could never be raised', async () => {
    const none = { condition: 'NONE_FOR', from: '08:00', to: '10:00' } as const;
    const sentence =
      'It is active for 120 minutes a day, so it could never be raised. Please enter fewer minutes, or longer hours.';
    const refused = await save(one, randomUUID(), { ...none, minutes: 120 });
    expect([refused.status, refused.json['errorMessage']]).toEqual([400, sentence]);
    const tried = await one.client.post(
      `${BOARD}/alarm-rules/try`,
      { ...CONDITION, ...none, minutes: 120 },
      { token: one.token },
    );
    expect([tried.status, tried.json['errorMessage']]).toEqual([400, sentence]);
    const singleDays: Partial<AlarmRule> = { days: [1, 3, 5], condition: 'NONE_FOR', minutes: 1_440 };
    expect((await save(one, randomUUID(), singleDays)).json['errorMessage']).toBe(
      'It is active for 1440 minutes at a time, so it could never be raised. Please enter fewer minutes, or choose adjoining days.',
    );
    for (const facts of [
      { ...none, minutes: 119 },
      { ...singleDays, minutes: 1_439 },
      { ...singleDays, days: [1, 7] },
      { ...singleDays, days: CONDITION.days },
      { ...none, condition: 'MORE_THAN', minutes: 120 } as const,
      // One from before can still be turned off.
      { ...none, minutes: 120, isOn: false },
    ])
      expect((await save(one, randomUUID(), facts)).status).toBe(200);
  });

  test('an invalid rule is refused with a message, and rules need the permission', async () => {
    const refusalOf = async (facts: Partial<AlarmRule>) => (await save(one, randomUUID(), facts)).json['errorMessage'];
    expect(await refusalOf({ from: '18:00', to: '08:00' })).toMatch(/^Its hours must end after/);
    expect(await refusalOf({ from: '18:00', to: null })).toMatch(/^Its hours need both/);
    expect(await refusalOf({ timeZone: 'Mars/Olympus' })).toMatch(/^This time zone/);
    expect(await refusalOf({ recipients: [facility.user.id] })).toMatch(/^A person chosen here/);
    expect(await refusalOf({ escalateTo: [] })).toMatch(/^Please choose who is notified/);
    expect((await save(other, randomUUID())).status).toBe(401);
    const ruleId = randomUUID();
    const twice = await Promise.all([save(one, ruleId), save(one, ruleId)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const { json } = await one.client.get(`${BOARD}/alarm-rules`, { token: one.token });
    expect(json['rules']).toHaveLength(1);
    // An id of another organization is neither accepted nor revealed.
    expect(
      (await save(facility, ruleId, { recipients: [facility.user.id], escalateTo: [facility.user.id] })).status,
    ).toBe(404);
  });

  test('a flapping alarm stays one: no one is notified again, it stays acknowledged, and it is cleared once it was calm', async () => {
    const already = [await notifiedOf(one), await notifiedOf(other)].map(({ length }) => length);
    await save(one, randomUUID(), { minutes: 10, calmMinutes: 5 });
    await dispute(at(0));
    await check(at(1));
    const [alarm] = await alarmsOf(one);
    expect((await acknowledge(other, alarm?.['alarmId'])).status).toBe(200);
    // No events in the ten minutes before 10, and some again from 13 on.
    await check(at(10));
    expect(await alarmsOf(one)).toMatchObject([{ alarmId: alarm?.['alarmId'], calmSince: at(10).toISOString() }]);
    await dispute(at(13));
    await check(at(14));
    expect(await alarmsOf(one)).toEqual([
      { ...alarm, acknowledgedBy: 'Robin Fixture', acknowledgedAt: expect.any(String) },
    ]);
    await check(at(23));
    await check(at(27));
    expect(await alarmsOf(one)).toHaveLength(1);
    await check(at(28));
    expect(await alarmsOf(one)).toEqual([]);
    expect([await notifiedOf(one), await notifiedOf(other)].map(({ length }) => length)).toEqual([
      already[0]! + 1,
      already[1],
    ]);
    // From then on it is a new alarm.
    await dispute(at(30));
    await check(at(31));
    expect((await notifiedOf(one)).length).toBe(already[0]! + 2);
  });

  test('are cleared immediately when their rule is no longer active, and do not escalate while calm', async () => {
    const already = (await notifiedOf(other)).length;
    await save(one, randomUUID(), { minutes: 5, calmMinutes: 60, escalateAfter: 10, from: '11:00', to: '12:20' });
    await dispute(at(0));
    await check(at(1));
    await check(at(12));
    expect((await notifiedOf(other)).length).toBe(already);
    await check(at(19));
    expect(await alarmsOf(one)).toHaveLength(1);
    await check(at(20));
    expect(await alarmsOf(one)).toEqual([]);
    expect((await notifiedOf(other)).length).toBe(already);
  });

  test('of one facility count only its records, show its name, and cannot be for another organization’s', async () => {
    const [here, there] = program.world.facility;
    await save(one, randomUUID(), { name: 'Here', facilityId: here.id });
    await save(one, randomUUID(), { name: 'There', facilityId: there.id });
    await dispute(at(1));
    await check(at(2));
    expect(await alarmsOf(one)).toMatchObject([
      { name: 'Here', text: '1 timesheet was disputed at F1 within 1 h, more than 0.' },
    ]);
    const { json } = await one.client.get(`${BOARD}/alarm-rules`, { token: one.token });
    expect((json['facilities'] as { id: string }[]).map(({ id }) => id).sort()).toEqual([here.id, there.id].sort());
    for (const facilityId of [randomUUID(), program.world.tenantId]) {
      const { status, json: refusalOf } = await save(one, randomUUID(), { facilityId });
      expect([status, refusalOf['errorMessage']]).toEqual([
        400,
        expect.stringMatching(/^This facility is no longer known/),
      ]);
    }
    const tried = await one.client.post(
      `${BOARD}/alarm-rules/try`,
      { ...CONDITION, facilityId: randomUUID() },
      { token: one.token },
    );
    expect(tried.status).toBe(400);
  });

  test('remain in the history with start, end, acknowledgement and message, even without their rule', async () => {
    const pastOf = async (by: Reader, query = '') =>
      (await by.client.get(`${BOARD}/alarms/past${query}`, { token: by.token })).json as {
        alarms: Record<string, unknown>[];
        hasMore: boolean;
      };
    const ruleId = randomUUID();
    await save(one, ruleId, { minutes: 10, calmMinutes: 2 });
    await dispute(at(0));
    await check(at(1));
    const [alarm] = await alarmsOf(one);
    await acknowledge(other, alarm?.['alarmId']);
    for (const minute of [10, 11, 12]) await check(at(minute));
    await dispute(at(20));
    await check(at(21));
    expect((await pastOf(one)).alarms).toHaveLength(1);
    await one.client.request('DELETE', `${BOARD}/alarm-rules/${ruleId}`, { token: one.token });
    expect(await alarmsOf(one)).toEqual([]);
    const { alarms, hasMore } = await pastOf(other);
    expect([alarms.length, hasMore]).toEqual([2, false]);
    expect(alarms[0]).toMatchObject({ raisedAt: at(21).toISOString(), acknowledgedBy: null, acknowledgedAt: null });
    const { calmSince: _, ...facts } = alarm ?? {};
    expect(alarms[1]).toEqual({
      ...facts,
      acknowledgedBy: 'Robin Fixture',
      acknowledgedAt: expect.any(String),
      endedAt: at(10).toISOString(),
    });
    expect((await pastOf(other, `?beforeAlarmId=${String(alarms[0]?.['alarmId'])}`)).alarms).toEqual([alarms[1]]);
    expect(await pastOf(facility)).toEqual({ alarms: [], hasMore: false });

    await sql`
      insert into board_alarms (organization_id, name, text, found, raised_at, cleared_at)
      select ${program.world.tenantId}, 'Old', 'It was.', 1, ${at(0)}::timestamptz - n * interval '1 hour', ${at(0)}
      from generate_series(1, 110) n`.execute(program.owner);
    const read: unknown[] = [];
    for (let query = '', more = true; more; query = `?beforeAlarmId=${String(read.at(-1))}`) {
      const page = await pastOf(one, query);
      read.push(...page.alarms.map(({ alarmId }) => alarmId));
      more = page.hasMore;
    }
    expect([read.length, new Set(read).size]).toEqual([112, 112]);
  });

  test('are checked again after a wrong clock is corrected', async () => {
    await save(one, randomUUID());
    await check(at(600));
    await dispute(at(1));
    await check(at(2));
    expect(await alarmsOf(one)).toHaveLength(1);
  });

  test('a rule is tested on past days', async () => {
    const now = Date.now();
    await dispute(new Date(now - 3 * 86_400_000));
    const answer = await one.client.post(`${BOARD}/alarm-rules/try`, { ...CONDITION }, { token: one.token });
    expect([answer.status, answer.json['times'], (answer.json['raised'] as string[]).length]).toEqual([200, 1, 1]);
    const none = { ...CONDITION, condition: 'NONE_FOR', minutes: 1_440 };
    const quiet = await one.client.post(`${BOARD}/alarm-rules/try`, none, { token: one.token });
    // From the beginning until the dispute, and again a day after it.
    expect(quiet.json['times']).toBe(2);
  });
});
