/** Follows, mutes and rules: who gets what, by this test's own table, and over the endpoints. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Notification } from '../../../contract/notifications/notification';
import type { NotificationRule } from '../../../contract/notifications/channels.endpoints';
import {
  API,
  rulesVersionOf,
  saveRules,
  SECTIONS,
  startProgram,
  wholeRule as whole,
  type Program,
  type Reader,
} from './support';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

const { stringify } = JSON;
const disputed = (actorId?: string) =>
  program.publish(
    { kind: 'timesheet', what: 'TIMESHEET_DISPUTED', timesheetId: program.rows.timesheet },
    'MANAGER',
    actorId,
  );
const declined = () =>
  program.publish({ kind: 'document', what: 'DOCUMENT_DECLINED', documentId: program.rows.document });
const ended = () =>
  program.publish({ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: program.rows.assignment });

async function gotBy(
  reader: Reader,
): Promise<Pick<Notification, 'subCategoryCode' | 'stickyNotification' | 'quiet'>[]> {
  const { events } = await reader.since(0);
  return events.flatMap(({ notification }) =>
    notification
      ? [
          {
            subCategoryCode: notification.subCategoryCode,
            stickyNotification: notification.stickyNotification,
            ...(notification.quiet !== undefined && { quiet: notification.quiet }),
          },
        ]
      : [],
  );
}
const codesOf = async (reader: Reader): Promise<string[]> =>
  (await gotBy(reader)).map(({ subCategoryCode }) => subCategoryCode);
const follow = (reader: Reader, subject: string, mode: 'FOLLOW' | 'MUTE' | null) =>
  reader.client.request('PUT', `${API}/follows`, { token: reader.token, body: { subject, mode } });
const rulesOf = async ({ client, token }: Reader): Promise<readonly NotificationRule[]> =>
  ((await client.get(`${API}/channels`, { token })).json as unknown as ResponseOf<'notificationChannels'>).rules;
const timesheet = () => `timesheet:${program.rows.timesheet}`;
const facility = () => `facility:${program.world.facility[0].id}`;

describe('the precedence', () => {
  /**
   * The kind: r required, m its mail is required. The user: o it is their own action; + on, - off, p push, e mail in
   * the preferences; F follows it, M mutes it. The rule after a slash: toast S or Q, push y or n, mail 0 (none), 1
   * (immediate), d (in the morning). The result: L listed, S sticky toast, Q no toast, P pushed, E mailed immediately,
   * D in the morning.
   */
  const TABLE: readonly (readonly [given: string, comes: string])[] = [
    ['+', 'L'],
    ['-', ''],
    ['+p', 'LP'],
    ['+e', 'LE'],
    ['+pe', 'LPE'],
    ['-pe', ''],
    ['o+pe', ''],
    // Required: always listed.
    ['r-', 'L'],
    ['ro-', 'L'],
    ['rm-', 'LE'],
    ['m-', 'E'],
    // Mute overrides everything.
    ['M+pe', ''],
    ['M+pe/Sy1', ''],
    ['rM+pe', 'LQ'],
    ['rmM+pe', 'LQE'],
    ['rM+pe/Sy1', 'LQ'],
    ['mM-', 'E'],
    // Follow overrides rules and preferences for the list; they decide the other channels.
    ['F-', 'L'],
    ['F-pe', 'LPE'],
    ['oF-', ''],
    ['F-/Sy0', 'LSP'],
    ['F+e/0', 'L'],
    // A rule overrides the preferences, which decide what it leaves open.
    ['-/S', 'LS'],
    ['-/y', 'LP'],
    ['+p/n', 'L'],
    ['+e/0', 'L'],
    ['+/1', 'LE'],
    ['+pe/Qnd', 'LQD'],
    ['o+/Sy1', ''],
    ['+e/S', 'LSE'],
    // Required mail is sent despite any rule; the rule may decide when.
    ['m+/0', 'LE'],
    ['m+/d', 'LD'],
  ];

  test.each(TABLE)('%s: %s', async (given, comes) => {
    const [about = '', rule] = given.split('/');
    const has = (letter: string): boolean => about.includes(letter);
    const rules = (letter: string): boolean => rule?.includes(letter) === true;
    const toast = rules('S') ? 'STICKY' : rules('Q') ? 'QUIET' : null;
    const push = rules('y') ? true : rules('n') ? false : null;
    const mail = rules('0') ? 'NONE' : rules('1') ? 'AT_ONCE' : rules('d') ? 'MORNING' : null;
    const { rows } = await sql<{ told: boolean; toast: string | null; pushed: boolean; mail: string }>`
      select is_told as told, toast, is_pushed as pushed, mail from notification_decide(
        is_required => ${has('r')}, is_mail_required => ${has('m')}, is_news => ${!has('o')},
        stance => ${has('F') ? 'FOLLOW' : has('M') ? 'MUTE' : null}, has_rule => ${rule !== undefined},
        rule_toast => ${toast}, rule_push => ${push}, rule_mail => ${mail},
        wants => ${has('+')}, wants_push => ${has('p')}, wants_mail => ${has('e')}, mail_mode => 'AT_ONCE')`.execute(
      program.owner,
    );
    const [row] = rows;
    const letters = [
      row?.told && 'L',
      row?.told && row.toast === 'STICKY' && 'S',
      row?.told && row.toast === 'QUIET' && 'Q',
      row?.pushed && 'P',
      row?.mail === 'AT_ONCE' && 'E',
      row?.mail === 'MORNING' && 'D',
    ];
    expect(letters.filter((letter) => letter !== false && letter !== undefined).join('')).toBe(comes);
  });
});

describe('following and muting', () => {
  test('a muted facility causes no notifications, except followed and required ones, which are silent', async () => {
    const reader = await program.signedIn('MANAGER', [...SECTIONS, 'MENU_CLIENT']);
    expect((await follow(reader, facility(), 'MUTE')).status).toBe(200);
    await declined();
    await disputed();
    expect(await gotBy(reader)).toEqual([]);
    await follow(reader, timesheet(), 'FOLLOW');
    await disputed();
    await ended();
    expect(await gotBy(reader)).toEqual([
      { subCategoryCode: 'TIMESHEET_DISPUTED', stickyNotification: false },
      { subCategoryCode: 'EARLY_TERMINATION', stickyNotification: false, quiet: true },
    ]);
    await follow(reader, facility(), null);
    await declined();
    expect(await codesOf(reader)).toEqual(['TIMESHEET_DISPUTED', 'EARLY_TERMINATION', 'DOCUMENT_DECLINED']);
  });

  test.each([
    // A choice about the record overrides facility and supplier, and these override the kind.
    [{ kind: 'MUTE', facility: 'FOLLOW' }, true],
    [{ kind: 'FOLLOW', facility: 'MUTE' }, false],
    [{ kind: 'FOLLOW', facility: 'FOLLOW', record: 'MUTE' }, false],
    [{ kind: 'MUTE', facility: 'MUTE', supplier: 'MUTE', record: 'FOLLOW' }, true],
    // Among equals, following wins.
    [{ facility: 'MUTE', supplier: 'FOLLOW' }, true],
    [{ record: 'MUTE', candidate: 'FOLLOW' }, true],
  ] as const)('%j: notified %s', async (choices: Readonly<Record<string, string>>, isNotified) => {
    const reader = await program.signedIn('MANAGER');
    const { rows } = await sql<{ candidateId: string }>`
      select a.candidate_id as "candidateId" from timesheets t join assignments a on a.id = t.assignment_id
      where t.id = ${program.rows.timesheet}`.execute(program.owner);
    const subjects: Readonly<Record<string, string>> = {
      kind: 'kind:TIMESHEET_DISPUTED',
      facility: facility(),
      supplier: `supplier:${program.world.supplier[0].id}`,
      record: timesheet(),
      candidate: `candidate:${rows[0]?.candidateId}`,
    };
    for (const [name, mode] of Object.entries(choices)) {
      await sql`
        insert into notification_follows (user_id, organization_id, subject, is_muted, label)
        values (${reader.user.id}, ${program.world.tenantId}, ${subjects[name]}, ${mode === 'MUTE'}, 'x')`.execute(
        program.owner,
      );
    }
    await disputed();
    expect((await codesOf(reader)).length).toBe(isNotified ? 1 : 0);
  });

  test('a notification offers its record, job, candidate, facility, supplier and kind, as far as visible to the user', async () => {
    const reader = await program.signedIn('MANAGER', [
      ...['MENU_TIMESHEET', 'MENU_JOB', 'MENU_CANDIDATE', 'MENU_CLIENT', 'MENU_AGENCY'],
    ] as never);
    await disputed();
    const { events } = await reader.since(0);
    const choices = async () =>
      (
        await reader.post<ResponseOf<'followChoices'>>('/follows/choices', {
          userId: undefined,
          context: undefined,
          notificationId: events[0]?.notification?.id,
        })
      ).choices;
    const first = await choices();
    expect(first.map(({ subject }) => subject.split(':')[0])).toEqual([
      ...['timesheet', 'job', 'candidate', 'facility', 'supplier', 'kind'],
    ]);
    expect(first.at(-1)).toEqual({ subject: 'kind:TIMESHEET_DISPUTED', label: 'Timesheet Disputed', mode: null });
    await follow(reader, first[0]?.subject ?? '', 'FOLLOW');
    expect((await choices())[0]?.mode).toBe('FOLLOW');
    const narrow = await program.signedIn('MANAGER', ['MENU_TIMESHEET']);
    await disputed();
    const theirs = await narrow.post<ResponseOf<'followChoices'>>('/follows/choices', {
      userId: undefined,
      context: undefined,
      notificationId: (await narrow.since(0)).events[0]?.notification?.id,
    });
    expect(theirs.choices.map(({ subject }) => subject.split(':')[0])).toEqual(['timesheet', 'kind']);
  });

  test('invisible subjects cannot be followed, and another user’s notification is not found', async () => {
    const other = await program.signedIn('FACILITY-2');
    await disputed();
    for (const subject of [timesheet(), `timesheet:${crypto.randomUUID()}`]) {
      const { status, json } = await follow(other, subject, 'FOLLOW');
      expect([status, json['errorCode']]).toEqual([404, 'not.found']);
    }
    const reader = await program.signedIn('MANAGER');
    await disputed();
    const id = (await reader.since(0)).events[0]?.notification?.id;
    const answers = await Promise.all(
      [id, crypto.randomUUID()].map((notificationId) =>
        other.client.post(`${API}/follows/choices`, { notificationId }, { token: other.token }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('the user’s own actions do not notify them, followed or not', async () => {
    const reader = await program.signedIn('MANAGER');
    await follow(reader, timesheet(), 'FOLLOW');
    await disputed(reader.user.id);
    expect(await codesOf(reader)).toEqual([]);
  });
});

describe('a candidate who matches a job of the facility', () => {
  test('offers to follow or mute the facility, if the user sees it', async () => {
    const choicesOf = async (reader: Reader) => {
      const { events } = await reader.since(0);
      const about = { userId: undefined, context: undefined, notificationId: events[0]?.notification?.id };
      const { choices } = await reader.post<ResponseOf<'followChoices'>>('/follows/choices', about);
      return choices.map(({ subject }) => subject);
    };
    const reader = await program.signedIn('MANAGER', [...SECTIONS, 'MENU_CLIENT']);
    const narrow = await program.signedIn('MANAGER');
    await matched(reader);
    expect(await choicesOf(reader)).toContain(facility());
    expect((await choicesOf(narrow)).filter((subject) => subject.startsWith('facility:'))).toEqual([]);
  });

  const matched = async (reader: Reader): Promise<readonly string[]> => {
    const { candidate_id: candidateId, job_id: jobId } = await program.owner
      .selectFrom('assignments')
      .where('id', '=', program.rows.assignment)
      .select(['candidate_id', 'job_id'])
      .executeTakeFirstOrThrow();
    await program.publish({ kind: 'match', what: 'PREFERRED_CLIENT_MATCHING', candidateId, jobId });
    return (await gotBy(reader)).map(({ quiet }) => (quiet ? 'quietly' : 'as usual'));
  };

  test('does not notify those who mute the facility', async () => {
    const reader = await program.signedIn('MANAGER', [...SECTIONS, 'MENU_CLIENT']);
    expect(await matched(reader)).toEqual(['as usual']);
    await follow(reader, facility(), 'MUTE');
    expect(await matched(reader)).toEqual(['as usual']);
  });

  test('follows the rules of its reader, also at the supplier', async () => {
    for (const place of ['MANAGER', 'SUPPLIER-1'] as const) {
      const reader = await program.signedIn(place, [...SECTIONS, 'MENU_CLIENT']);
      const { user } = reader;
      for (const [position, index] of [1, 0].entries()) {
        await program.owner
          .insertInto('notification_rules')
          .values({
            ...{ user_id: user.id, organization_id: user.organizationId, position, kinds: [], words: '' },
            ...{ facility_id: program.world.facility[index as 0 | 1].id, supplier_id: null },
            ...{ toast: index === 0 ? 'QUIET' : 'STICKY', push: null, mail: null },
          })
          .execute();
      }
      expect(await matched(reader)).toEqual(['quietly']);
    }
  });

  test('is not announced to the facility, whatever its people follow', async () => {
    const reader = await program.signedIn('FACILITY-1', [...SECTIONS, 'MENU_CLIENT']);
    const { user } = reader;
    await program.owner
      .insertInto('notification_follows')
      .values({
        user_id: user.id,
        organization_id: user.organizationId,
        subject: facility(),
        is_muted: false,
        label: 'x',
      })
      .execute();
    expect(await matched(reader)).toEqual([]);
  });
});

describe('rules', () => {
  const lakeside = () => program.world.facility[0].id;

  test('the first that matches decides: sticky here, quiet there, as usual elsewhere', async () => {
    const reader = await program.signedIn('MANAGER');
    const { status } = await saveRules(reader, [
      { kinds: ['TIMESHEET_DISPUTED'], facilityId: program.world.facility[1].id, toast: 'QUIET' },
      { kinds: ['TIMESHEET_DISPUTED'], facilityId: lakeside(), toast: 'STICKY' },
      { facilityId: lakeside(), toast: 'QUIET' },
    ]);
    expect(status).toBe(200);
    const usual = await program.signedIn('MANAGER');
    await disputed();
    await declined();
    expect(await gotBy(reader)).toEqual([
      { subCategoryCode: 'TIMESHEET_DISPUTED', stickyNotification: true },
      { subCategoryCode: 'DOCUMENT_DECLINED', stickyNotification: false, quiet: true },
    ]);
    expect((await gotBy(usual)).map(({ stickyNotification, quiet }) => [stickyNotification, quiet])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
    // The snapshot says the same, and the sticky one is shown.
    const { sticky } = await reader.post<ResponseOf<'userNotifications'>>('');
    expect(sticky.map(({ subCategoryCode }) => subCategoryCode)).toEqual(['TIMESHEET_DISPUTED']);
  });

  test('show how many of the user’s notifications of the last 30 days they would have matched', async () => {
    const reader = await program.signedIn('MANAGER');
    await disputed();
    await disputed();
    await declined();
    await sql`
      update notification_events set occurred_at = date_trunc('milliseconds', now() - interval '31 days')
      where user_id = ${reader.user.id} and sequence = 1`.execute(program.owner);
    const tried = async (rule: Partial<NotificationRule>) => {
      const { json } = await reader.client.post(`${API}/rules/try`, { rule: whole(rule) }, { token: reader.token });
      return json as unknown as ResponseOf<'tryNotificationRule'>;
    };
    expect(await tried({ kinds: ['TIMESHEET_DISPUTED'], facilityId: lakeside() })).toMatchObject({ matched: 1, of: 2 });
    expect(await tried({ facilityId: program.world.facility[1].id })).toEqual({ matched: 0, of: 2, subjects: [] });
    expect(await tried({ supplierId: program.world.supplier[0].id })).toMatchObject({ matched: 2 });
    expect(await tried({ words: '  DECLINED ' })).toMatchObject({ matched: 1 });
    expect((await tried({})).subjects.length).toBe(2);
  });

  test('saved in two tabs are those of the first; the second is refused until it is based on these', async () => {
    const reader = await program.signedIn('MANAGER');
    const opened = await rulesVersionOf(reader);
    const [first, second] = [[{ toast: 'STICKY' }], [{ toast: 'QUIET' }]] as const;
    const saved = await saveRules(reader, first, opened);
    expect(saved.status).toBe(200);
    const refused = await saveRules(reader, second, opened);
    expect([refused.status, refused.json]).toEqual([
      409,
      {
        errorCode: 'conflict',
        errorMessage:
          'Your rules were not saved, because they have been changed since you opened them, for example in another tab. What you have entered is still here.',
      },
    ]);
    expect(await rulesOf(reader)).toEqual(first.map(whole));
    expect(saved.json['version']).toBe(await rulesVersionOf(reader));
    expect((await saveRules(reader, [...first, ...second], String(saved.json['version']))).status).toBe(200);
    expect(await rulesOf(reader)).toEqual([...first, ...second].map(whole));
  });

  test('from a page that was opened before the upgrade, which knows no versions, are not saved, and it says to reload it', async () => {
    const reader = await program.signedIn('MANAGER');
    const rules = [whole({ toast: 'STICKY' })];
    const { status, json } = await reader.client.request('PUT', `${API}/rules`, {
      token: reader.token,
      body: { rules },
    });
    expect([status, json]).toEqual([
      409,
      {
        errorCode: 'conflict',
        errorMessage:
          'Your rules were not saved, because this page was opened before an update. Please reload the page, then enter them again.',
      },
    ]);
    expect(await rulesOf(reader)).toEqual([]);
  });

  test('in another order are others: the first one that matches decides', async () => {
    const reader = await program.signedIn('MANAGER');
    const [first, second] = [{ words: 'icu', toast: 'STICKY' }, { toast: 'QUIET' }] as const;
    await saveRules(reader, [first, second]);
    const opened = await rulesVersionOf(reader);
    expect((await saveRules(reader, [second, first])).status).toBe(200);
    expect((await saveRules(reader, [], opened)).status).toBe(409);
    expect(await rulesOf(reader)).toEqual([second, first].map(whole));
  });

  test('that are saved again as they are stored, as after a lost answer, are not refused', async () => {
    const reader = await program.signedIn('MANAGER');
    const opened = await rulesVersionOf(reader);
    const rules = [{ words: ' ICU ', toast: 'STICKY' }] as const;
    const answers = [await saveRules(reader, rules, opened), await saveRules(reader, rules, opened)];
    const version = await rulesVersionOf(reader);
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, { version }]));
    expect((await rulesOf(reader)).map(({ words }) => words)).toEqual(['icu']);
  });

  test('saved several times at the same time are those of one of them, and the others are refused', async () => {
    const reader = await program.signedIn('MANAGER');
    const opened = await rulesVersionOf(reader);
    const wanted = Array.from({ length: 10 }, (_, index) =>
      Array.from({ length: 3 }, () => whole({ words: `tab ${index}`, toast: 'STICKY' })),
    );
    const answers = await Promise.all(wanted.map((rules) => saveRules(reader, rules, opened)));
    const stored = await rulesOf(reader);
    expect(answers.map(({ status }) => status)).toEqual(
      wanted.map((rules) => (stringify(rules) === stringify(stored) ? 200 : 409)),
    );
    expect(wanted).toContainEqual(stored);
  });

  test('with invisible facilities, or without effect, are refused, and the earlier ones stay', async () => {
    const reader = await program.signedIn('MANAGER');
    await saveRules(reader, [{ toast: 'STICKY' }]);
    const nowhere = await saveRules(reader, [{ facilityId: crypto.randomUUID(), toast: 'STICKY' }]);
    expect(nowhere.status).toBe(404);
    const idle = await saveRules(reader, [{ kinds: ['OFFER_MADE'] }]);
    expect([idle.status, idle.json['errorMessage']]).toEqual([
      400,
      'A rule has no effect yet. Please choose what it does, or remove it. Nothing was saved.',
    ]);
    expect(await rulesOf(reader)).toEqual([whole({ toast: 'STICKY' })]);
  });
});
