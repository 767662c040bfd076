/** When mail about notifications is sent: at the times that users choose, never in their quiet hours. */
import { DateTime } from 'luxon';
import { sql } from 'kysely';
import {
  program,
  useProgram,
  disputed,
  uploaded,
  mailsOf,
  letTimePass,
  save,
  wanting,
  type Settings,
} from './mailProgram';
import { API } from './support';

useProgram();

describe('the time of a delivery', () => {
  /** An independent table: the local time, the choice, and the local time of the delivery. */
  const CASES: readonly [at: string, mode: string, quiet: [string, string] | null, leaves: string][] = [
    ['2026-05-04T10:17', 'AT_ONCE', null, '2026-05-04T10:17'],
    ['2026-05-04T10:17', 'HOURLY', null, '2026-05-04T11:00'],
    ['2026-05-04T23:59', 'HOURLY', null, '2026-05-05T00:00'],
    ['2026-05-04T06:59', 'MORNING', null, '2026-05-04T07:00'],
    ['2026-05-04T07:00', 'MORNING', null, '2026-05-05T07:00'],
    ['2026-12-31T12:00', 'MORNING', null, '2027-01-01T07:00'],
    ['2026-05-04T22:30', 'AT_ONCE', ['22:00', '06:30'], '2026-05-05T06:30'],
    ['2026-05-04T03:00', 'AT_ONCE', ['22:00', '06:30'], '2026-05-04T06:30'],
    ['2026-05-04T21:59', 'AT_ONCE', ['22:00', '06:30'], '2026-05-04T21:59'],
    ['2026-05-04T06:30', 'AT_ONCE', ['22:00', '06:30'], '2026-05-04T06:30'],
    ['2026-05-04T12:10', 'AT_ONCE', ['12:00', '13:00'], '2026-05-04T13:00'],
    ['2026-05-04T13:00', 'AT_ONCE', ['12:00', '13:00'], '2026-05-04T13:00'],
    ['2026-05-04T21:30', 'HOURLY', ['22:00', '06:30'], '2026-05-05T06:30'],
    ['2026-05-04T10:00', 'MORNING', ['22:00', '08:15'], '2026-05-05T08:15'],
  ];
  test.each(CASES)('at %s, %s, quiet %j: at %s', async (at, mode, quiet, leaves) => {
    for (const zone of ['UTC', 'America/Chicago', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      const [from, to] = quiet ?? [null, null];
      const { rows } = await sql<{ due: Date }>`
        select notification_due_at(${DateTime.fromISO(at, { zone }).toISO()}::timestamptz, ${mode}, ${zone}, '07:00'::time,
          ${from}::time, ${to}::time) as due`.execute(program.owner);
      const due = DateTime.fromJSDate(rows[0]?.due ?? new Date(0), { zone });
      expect([zone, due.toFormat("yyyy-MM-dd'T'HH:mm")]).toEqual([zone, leaves]);
    }
  });

  test.each([
    ['the first of two hours with the same name', 'America/New_York', '2026-11-01T05:10Z', '2026-11-01T06:00Z'],
    ['the second of them', 'America/New_York', '2026-11-01T06:10Z', '2026-11-01T07:00Z'],
    ['the hour before them', 'America/New_York', '2026-11-01T04:30Z', '2026-11-01T05:00Z'],
    ['the hour before a skipped one', 'America/New_York', '2026-03-08T06:30Z', '2026-03-08T07:00Z'],
    ['an hour in which half an hour comes again', 'Australia/Lord_Howe', '2026-04-04T14:40Z', '2026-04-04T15:00Z'],
    ['the half hour that comes again', 'Australia/Lord_Howe', '2026-04-04T15:10Z', '2026-04-04T15:30Z'],
    ['an hour that begins at half past', 'Asia/Kolkata', '2026-11-01T05:10Z', '2026-11-01T05:30Z'],
    ['an hour that begins at a quarter past', 'Asia/Kathmandu', '2026-11-01T05:10Z', '2026-11-01T05:15Z'],
  ])('hourly mail waits for the end of %s', async (_, zone, at, leaves) => {
    const { rows } = await sql<{ due: Date }>`
      select notification_due_at(${at}::timestamptz, 'HOURLY', ${zone}, '07:00'::time, null, null) as due`.execute(
      program.owner,
    );
    expect(rows[0]?.due).toEqual(new Date(leaves));
  });

  test('a morning whose clock jumps is still a morning', async () => {
    // Clocks in Chicago skip from 2 to 3 on this day.
    const at = DateTime.fromISO('2026-03-08T00:30', { zone: 'America/Chicago' });
    const { rows } = await sql<{ due: Date }>`
      select notification_due_at(${at.toISO()}::timestamptz, 'MORNING', 'America/Chicago', '02:30'::time, null, null) as due`.execute(
      program.owner,
    );
    const due = DateTime.fromJSDate(rows[0]?.due ?? new Date(0), { zone: 'America/Chicago' });
    expect(due.toFormat('HH:mm')).toBe('03:30');
  });

  test('notifications held during quiet hours are sent in one mail', async () => {
    const now = DateTime.utc();
    const around = (minutes: number) => now.plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({ quietFrom: around(-60), quietTo: around(60) });
    await disputed();
    await uploaded();
    expect(await mailsOf(reader)).toEqual([]);
    await letTimePass(reader);
    expect((await mailsOf(reader)).map(({ subject }) => subject)).toEqual([
      '2 notifications: Back Office 1, Compliance 1',
    ]);
  });

  test('those that were due while no server ran are not sent in quiet hours, but in one mail after them', async () => {
    const around = (minutes: number) => DateTime.utc().plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({ quietFrom: around(-60), quietTo: around(60) });
    await disputed();
    await uploaded();
    await sql`
      update notification_deliveries set is_held = false, next_attempt_at = now() - interval '1 hour'
      where user_id = ${reader.user.id}`.execute(program.owner);
    expect(await mailsOf(reader)).toEqual([]);
    await letTimePass(reader);
    expect((await mailsOf(reader)).map(({ subject }) => subject)).toEqual([
      '2 notifications: Back Office 1, Compliance 1',
    ]);
  });

  test('other times that are saved apply to what waits, and not to how often it is mailed', async () => {
    const times = { mailMode: 'MORNING', morningAt: '07:00' } as const;
    const reader = await wanting({ ...times, timeZone: 'America/New_York' });
    const dueIn = async (zone: string) => {
      const { next_attempt_at: due } = await program.owner
        .selectFrom('notification_deliveries')
        .where('user_id', '=', reader.user.id)
        .select('next_attempt_at')
        .executeTakeFirstOrThrow();
      return DateTime.fromJSDate(due, { zone }).toFormat('HH:mm');
    };
    await disputed();
    expect(await dueIn('America/New_York')).toBe('07:00');
    await save(reader, { ...times, timeZone: 'America/Los_Angeles' });
    expect(await dueIn('America/Los_Angeles')).toBe('07:00');
    await save(reader, { ...times, mailMode: 'AT_ONCE', morningAt: '09:00', timeZone: 'America/Los_Angeles' });
    expect(await dueIn('America/Los_Angeles')).toBe('09:00');
    expect(await mailsOf(reader)).toEqual([]);
  });

  test('times that are saved in two tabs all stay, if each tab has changed others', async () => {
    const reader = await program.signedIn('MANAGER');
    const { client, token } = reader;
    const put = async (body: Partial<Settings>) => {
      const { status } = await client.request('PUT', `${API}/channels/settings`, { token, body });
      expect(status).toBe(200);
    };
    const together = (all: readonly Partial<Settings>[]) => all.reduce((one, other) => ({ ...one, ...other }));
    const changes: readonly Partial<Settings>[] = [
      { mailMode: 'MORNING' },
      { morningAt: '06:45' },
      { quietFrom: '22:00', quietTo: '06:30' },
      { timeZone: 'America/Denver' },
    ];
    // The first ones of a user, then others; one after another, and at the same time.
    for (const change of changes) await put(change);
    const stored = async () => (await client.get(`${API}/channels`, { token })).json['settings'];
    expect(await stored()).toEqual(together(changes));
    const others: readonly Partial<Settings>[] = [
      { mailMode: 'HOURLY' },
      { morningAt: '08:15' },
      { quietFrom: null, quietTo: null },
      { timeZone: 'America/Chicago' },
    ];
    await Promise.all(others.map(put));
    expect(await stored()).toEqual(together(others));
  });

  test('what was held is sent in one mail once quiet hours are switched off', async () => {
    const around = (minutes: number) => DateTime.utc().plus({ minutes }).toFormat('HH:mm');
    const reader = await wanting({ quietFrom: around(-60), quietTo: around(60) });
    await disputed();
    await uploaded();
    expect(await mailsOf(reader)).toEqual([]);
    await save(reader, {});
    expect((await mailsOf(reader)).map(({ subject }) => subject)).toEqual([
      '2 notifications: Back Office 1, Compliance 1',
    ]);
  });

  test.each([
    [{ quietFrom: '22:00', quietTo: null }, 'Quiet hours need both times. Please enter both, or neither.'],
    [
      { quietFrom: '22:00', quietTo: '22:00' },
      'Quiet hours cannot begin and end at the same time. Please change one of them.',
    ],
    [{ timeZone: 'Mars/Olympus' }, 'This time zone is not known here. Please choose another one.'],
  ])('%j is refused with the reason', async (wrong, sentence) => {
    const reader = await wanting();
    const body = { mailMode: 'AT_ONCE', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone: 'UTC', ...wrong };
    const { status, json } = await reader.client.request('PUT', `${API}/channels/settings`, {
      token: reader.token,
      body,
    });
    expect([status, json['errorMessage']]).toEqual([400, sentence]);
  });
});
