/** What candidates and those who look after them have written before today. */
import type { Client } from 'pg';
import { instant, type Day } from './calendar';
import type { Random } from './random';

/** `true`: the candidate wrote it. */
type Line = readonly [isTheirs: boolean, text: string];

const TALKS: readonly (readonly Line[])[] = [
  [
    [true, 'Hi, is there any news about my submission?'],
    [false, 'The unit has it on the desk. They usually answer within two days.'],
    [true, 'Thank you. I am free for a call tomorrow after 2 pm.'],
  ],
  [
    [false, 'Your BLS card runs out at the end of the month. Could you send us the new one?'],
    [true, 'The course is on Friday, I will send it right after.'],
    [false, 'Perfect, good luck.'],
    [true, 'Done! The card should be in my file by tonight.'],
  ],
  [
    [true, 'Could we talk about the weekend shifts before I say yes?'],
    [false, 'Of course. It is every third weekend, and the differential applies.'],
  ],
  [
    [false, 'Welcome aboard. Orientation is on Monday at 7 am at the main entrance.'],
    [true, 'Great, where do I park?'],
    [false, 'Garage B, level 2. Take a ticket, the unit validates it.'],
    [true, 'Got it, see you Monday.'],
  ],
  [[true, 'I can start a week earlier if that helps.']],
  [
    [true, 'My timesheet of last week shows 36 hours, but I worked 40.'],
    [false, 'I have asked the facility to correct it. You will see it tomorrow.'],
    [true, 'It is right now, thanks for being quick!'],
  ],
];

const OF_FOCUS = 14;
const OF_OTHERS = 12;
/** How many of the threads that end with the candidate are unread. */
const UNREAD = 4;

interface Talker {
  readonly id: string;
  readonly agency: string;
  readonly name: string;
  readonly recruiter: string;
}

/** `focus` is the supplier with demo users. */
export async function seedChats(
  client: Client,
  random: Random,
  { tenantId, focus, today }: { readonly tenantId: string; readonly focus: string; readonly today: Day },
): Promise<void> {
  const { rows: talkers } = await client.query<Talker>(
    `select id, agency_id as agency, first_name || ' ' || last_name as name, recruiter_name as recruiter from (
       (select * from candidates where tenant_id = $1 and agency_id = $2 order by number limit $3)
       union all
       (select * from candidates where tenant_id = $1 and agency_id <> $2 order by number limit $4)) c`,
    [tenantId, focus, OF_FOCUS, OF_OTHERS],
  );
  const messages = talkers.flatMap(({ id, agency, name, recruiter }, index) => {
    const lines = TALKS[index % TALKS.length] ?? [];
    let at = today - 0.2 - index * 0.6 - random.between(0, 4) / 10;
    return lines
      .slice()
      .reverse()
      .map(([isTheirs, text]) => {
        at -= random.between(1, 30) / 100;
        return { id, agency, isTheirs, text, author: isTheirs ? name : recruiter, at };
      })
      .reverse();
  });
  messages.sort((a, b) => a.at - b.at);
  const counts = new Map<string, { number: number; received: number }>();
  for (const [index, { id, agency, isTheirs, text, author, at }] of messages.entries()) {
    const before = counts.get(id) ?? { number: 0, received: 0 };
    const count = { number: before.number + 1, received: before.received + (isTheirs ? 1 : 0) };
    counts.set(id, count);
    await client.query(
      `insert into chat_messages (id, tenant_id, agency_id, candidate_id, from_candidate, author_name, text, created_at,
         number, received, version)
       values ($1, $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', $8::timestamptz), $9, $10, $11)`,
      [
        random.uuid(),
        tenantId,
        agency,
        id,
        isTheirs,
        author,
        text,
        instant(at),
        count.number,
        count.received,
        index + 1,
      ],
    );
  }
  await client.query(
    `insert into chat_threads (tenant_id, agency_id, candidate_id, count, received, delivered, seen, last_at, version)
     select tenant_id, agency_id, candidate_id, max(number), max(received), max(number), max(number), max(created_at), max(version)
     from chat_messages where tenant_id = $1 group by tenant_id, agency_id, candidate_id`,
    [tenantId],
  );
  await client.query(
    `insert into chat_counters (tenant_id, version) select $1, max(version) from chat_messages where tenant_id = $1`,
    [tenantId],
  );
  await client.query(
    `insert into chat_totals (agency_id, tenant_id, received)
     select agency_id, tenant_id, sum(received) from chat_threads where tenant_id = $1 group by agency_id, tenant_id`,
    [tenantId],
  );
  // All users have read everything except the ends of the newest threads.
  await client.query(
    `insert into chat_reads (user_id, organization_id, candidate_id, number, received, version)
     select u.id, u.organization_id, t.candidate_id, t.count - t.is_open, t.received - t.is_open, t.version
     from users u join organizations o on o.id = u.organization_id and o.tenant_id = $1 and o.type in ('VMS', 'AGENCY')
     cross join lateral (
       select t.*, (m.from_candidate and row_number() over (order by m.from_candidate desc, t.last_at desc) <= $2)::integer
         as is_open
       from chat_threads t join chat_messages m on m.candidate_id = t.candidate_id and m.number = t.count
       where t.tenant_id = $1 and (o.type = 'VMS' or t.agency_id = o.id)) t`,
    [tenantId, UNREAD],
  );
  await client.query(
    `insert into chat_readers (user_id, organization_id, received)
     select u.id, u.organization_id, coalesce((select sum(r.received) from chat_reads r where r.user_id = u.id), 0)
     from users u join organizations o on o.id = u.organization_id
     where o.tenant_id = $1 and o.type in ('VMS', 'AGENCY')`,
    [tenantId],
  );
}
