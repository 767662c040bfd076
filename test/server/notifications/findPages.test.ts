/**
 * Random archives of one reader among others' notifications: page by page a search returns exactly what a full scan
 * finds, newest first, each once. The words occur everywhere, only among the oldest, or nowhere.
 */
import { sql } from 'kysely';
import fc from 'fast-check';
import type { Notification } from '../../../contract/notifications/notification';
import { cases, seed } from '../../support/cases';
import { startProgram, type Program, type Reader } from './support';

const SEARCHES_EACH = 20;
const SEARCHES = cases('searches of random archives of notifications, page by page', { usual: 100, long: 4_000 });
const KINDS = ['COMPANY', 'JOB_UPDATED', 'TIMESHEET_DISPUTED'] as const;
const DAYS = 10;
/** More than are scanned without the index. */
const NEWER = 510;

interface Sent {
  readonly words: readonly string[];
  readonly person: string;
  readonly kind: string;
  /** Written at the same time as the next one, so that their numbers are swapped. */
  readonly isTurned: boolean;
  /** It returns from a snooze after all others. */
  readonly returns: boolean;
  readonly isDone: boolean;
  /** Another reader's. */
  readonly isForeign: boolean;
}

const sent: fc.Arbitrary<Sent> = fc.record({
  words: fc.subarray(['offer', 'offered', 'over', 'nurse', 'night', 'icu', 'ic']),
  person: fc.constantFrom('Ada', 'Adam', 'Bo'),
  kind: fc.constantFrom(...KINDS),
  isTurned: fc.boolean(),
  returns: fc.nat(15).map((at) => at === 0),
  isDone: fc.boolean(),
  isForeign: fc.nat(8).map((at) => at === 0),
});
const NEWS: Sent = {
  words: ['news'],
  person: 'Cy',
  kind: 'RELEASE_NOTES',
  isTurned: false,
  returns: false,
  isDone: false,
  isForeign: false,
};

interface Wanted {
  readonly words?: string;
  readonly person?: string;
  readonly kind?: string;
  readonly from?: number;
  readonly to?: number;
}
const wanted: fc.Arbitrary<Wanted> = fc.record(
  {
    words: fc.constantFrom(
      'o',
      'off',
      'offered',
      'nurse night',
      'ic',
      'icu',
      'oldest',
      'oldest nurse',
      'zz',
      'a',
      'ne',
    ),
    person: fc.constantFrom('ada', 'adam', 'b', 'bo x', 'cy'),
    kind: fc.constantFrom(...KINDS),
    from: fc.nat(DAYS),
    to: fc.nat(DAYS),
  },
  { requiredKeys: [] },
);

const archives = fc.record({
  older: fc.array(sent, { maxLength: 120, size: 'max' }),
  /** Some words are in more rows of a block than are read individually. */
  times: fc.constantFrom(1, 1, 1, 4),
  newer: fc.constantFrom(0, NEWER),
  /** The distance between two numbers: a block has 2,048. */
  apart: fc.constantFrom(1, 40, 700, 3_000),
  searches: fc.array(wanted, { minLength: SEARCHES_EACH, maxLength: SEARCHES_EACH }),
});

let program: Program;
let reader: Reader;
let other: Reader;
/** The content of a message, for the common parts. */
let sample: string;
beforeAll(async () => {
  program = await startProgram();
  reader = await program.signedIn('MANAGER');
  other = await program.signedIn('MANAGER');
  await program.announce('A message');
  const { content } = await program.owner
    .selectFrom('notification_contents')
    .select('content')
    .executeTakeFirstOrThrow();
  sample = JSON.stringify(content);
});
afterAll(() => program.server.stop());

test('each search returns, page by page, what a full scan finds', async () => {
  await fc.assert(
    fc.asyncProperty(archives, async ({ older: some, times, newer, apart, searches }) => {
      const older = Array.from({ length: times }, () => some).flat();
      const oldest = older.map((one, index) => (index < 40 ? { ...one, words: [...one.words, 'oldest'] } : one));
      const rows = inOrder([...oldest, ...Array.from({ length: newer }, () => NEWS)], apart);
      await write(rows);
      for (const search of searches)
        expect({ search, found: await pages(search) }).toEqual({ search, found: expected(rows, search) });
    }),
    { numRuns: Math.ceil(SEARCHES / SEARCHES_EACH), seed: seed(71), endOnFailure: true },
  );
});

interface Row extends Sent {
  readonly content: number;
  readonly number: number;
  readonly sequence: number;
  readonly day: number;
  readonly isMoved: boolean;
  readonly isReturned: boolean;
}

/** One event each in order, and another for each that returns. */
function inOrder(all: readonly Sent[], apart: number): Row[] {
  const numbers = all.map((_, index) => (index + 1) * apart);
  all.forEach(({ isTurned }, index) => {
    if (isTurned && index % 2 === 1) numbers.splice(index - 1, 2, numbers[index]!, numbers[index - 1]!);
  });
  const first = all.map((one, index) => ({ ...one, content: index, number: numbers[index]! }));
  const events = [
    ...first.map((one) => ({ ...one, isMoved: one.returns, isReturned: false })),
    ...first.filter(({ returns }) => returns).map((one) => ({ ...one, isMoved: false, isReturned: true })),
  ];
  return events.map((event, index) => ({
    ...event,
    sequence: index + 1,
    day: Math.floor((index / events.length) * DAYS),
  }));
}

const dayText = (day: number): string => `2026-03-${String(day + 1).padStart(2, '0')}`;

/** Replaces the existing rows. */
async function write(rows: readonly Row[]): Promise<void> {
  const { owner, world } = program;
  await sql`delete from notification_events`.execute(owner);
  await sql`delete from notification_contents`.execute(owner);
  const given = sql`json_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, day: dayText(row.day) })))}::json) as g (
    content text, number bigint, words json, person text, kind text, sequence bigint, day text, "isMoved" boolean,
    "isReturned" boolean, "isDone" boolean, "isForeign" boolean)`;
  const id = sql`md5(g.content)::uuid`;
  await sql`
    insert into notification_contents (id, tenant_id, category_code, sub_category_code, content, search_text, number)
    select ${id}, ${world.tenantId}, 'COMPANY', g.kind,
      (${sample}::jsonb || jsonb_build_object('candidateFirstName', g.person, 'candidateLastName', 'Xu', 'subject', g.content))::json,
      array_to_string(array(select json_array_elements_text(g.words)), ', '), g.number
    from ${given} where not g."isReturned"`.execute(owner);
  await sql`
    insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab, is_moved,
      is_returned, is_done)
    select case when g."isForeign" then ${other.user.id} else ${reader.user.id} end::uuid, ${world.tenantId}, g.sequence,
      (g.day || 'T12:00Z')::timestamptz, ${id}, 'BROADCAST', g."isMoved", g."isReturned", g."isDone"
    from ${given}`.execute(owner);
  for (const { user } of [reader, other])
    await sql`
      insert into notification_counters (user_id, organization_id, last_sequence, last_at)
      values (${user.id}, ${world.tenantId}, ${rows.length + 1}, now())
      on conflict (user_id) do update set last_sequence = excluded.last_sequence`.execute(owner);
}

const begins = (words: readonly string[], given: string): boolean =>
  given.split(' ').every((each) => words.some((word) => word.toLowerCase().startsWith(each)));

function expected(rows: readonly Row[], { words = '', person = '', kind, from = 0, to = DAYS }: Wanted): string[] {
  return rows
    .filter((row) => !row.isForeign && !row.isMoved && row.day >= from && row.day <= to)
    .filter((row) => kind === undefined || row.kind === kind)
    .filter((row) => begins([row.person, 'Xu'], person) && begins([...row.words, row.person, 'Xu'], words))
    .map(({ content }) => String(content))
    .reverse();
}

async function pages({ from, to, ...search }: Wanted): Promise<string[]> {
  const days = { ...(from !== undefined && { from: dayText(from) }), ...(to !== undefined && { to: dayText(to) }) };
  const found: Notification[] = [];
  for (let more = true; more;) {
    const before = found.at(-1)?.sequence;
    const page = await reader.post<{ notifications: Notification[]; more: boolean }>('/find', {
      context: undefined,
      ...search,
      ...days,
      ...(before !== undefined && { before }),
    });
    found.push(...page.notifications);
    ({ more } = page);
    if (more && page.notifications.length === 0) throw new Error('an empty page that says there are more');
  }
  return found.map(({ subject }) => subject);
}
