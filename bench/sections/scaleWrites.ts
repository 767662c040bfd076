/**
 * Writes of many clients that wake four nodes: by Redis, by NOTIFY, and by nothing. Writing a single row shows the cost
 * of the wake-up; for a notification, which takes the database longer to write, the wake-up is a small part of the
 * cost. A transaction that notifies holds its lock until the disk has answered, so the cost of NOTIFY depends on the
 * disk. It is measured on this machine's disk, and on one whose commits take a millisecond longer, like those of a
 * network volume.
 */
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { openDatabase, type Queries } from '../../server/database';
import { Notifier } from '../../server/features/notifications/notifier';
import type { EventBus } from '../../server/platform/eventBus/eventBus';
import { PostgresEventBus } from '../../server/platform/eventBus/postgresEventBus';
import { signInPeople, type People } from '../../test/server/support/nodes';
import { messageOf, NODES, QUIET, withNodes, type Installation } from '../lib/manyNodes';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const WRITERS = 32;
const WRITING_MS = 4_000;

export const writesAcrossNodes: Section = ({ rounds, note }) =>
  withNodes(note, (installation) => writes(installation, Math.min(rounds, 5)));

type Publish = EventBus['publish'];
type Write = (queries: Queries, publish: Publish, writer: People) => Promise<unknown>;

interface Kind {
  readonly what: string;
  readonly write: Write;
  /** The additional time of a commit compared with this machine's disk. */
  readonly commitDelayUs: number;
  /**
   * The smallest accepted ratios to the others; null where there is no goal, because even writes without any wake-up
   * may miss it.
   */
  readonly goals: { readonly notify: number | null; readonly nothing: number | null };
}

const aRow: Write = async (queries, publish, { people }) => {
  await sql`insert into bench_writes (text) values ('what somebody wrote')`.execute(queries);
  await publish(queries, { kind: 'notified', userIds: people.map(({ userId }) => userId) });
};
const aNotification: Write = (queries, publish) =>
  new Notifier({ publish }).publish(queries, messageOf('again'), { organizationType: 'VMS' });

const KINDS: readonly Kind[] = [
  { what: 'a row each', commitDelayUs: 0, write: aRow, goals: { notify: null, nothing: null } },
  {
    what: 'a row each, commits 1 ms longer',
    commitDelayUs: 1_000,
    write: aRow,
    goals: { notify: 1.8, nothing: 0.9 },
  },
  { what: 'a notification each', commitDelayUs: 0, write: aNotification, goals: { notify: null, nothing: 0.9 } },
];
const OTHERS = [
  { other: 'notify', name: 'NOTIFY' },
  { other: 'nothing', name: 'no wake-up' },
] as const;

async function writes({ pair, bus, note }: Installation, rounds: number): Promise<readonly Row[]> {
  const open = () => openDatabase({ dataDir: tmpdir(), databaseUrl: pair.primaryUrl });
  const databases = await Promise.all(Array.from({ length: NODES }, open));
  const listening = databases.map((database) => new PostgresEventBus(database.listenerConnection));
  const notifying = new PostgresEventBus(databases[0]!.listenerConnection);
  await Promise.all(listening.map((each) => each.start(QUIET as never)));
  await databases[0]!.withOwner((owner) =>
    owner.query(
      'create table bench_writes (id bigint generated always as identity primary key, text text not null); grant insert on bench_writes to public',
    ),
  );
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => signInPeople(pair.primaryUrl, 1, `WRITER${index}`)),
  );
  const rateOf = (write: Write, publish: Publish) => async (): Promise<number> => {
    const end = performance.now() + WRITING_MS;
    let count = 0;
    const writeOn = async (writer: People, index: number): Promise<void> => {
      for (; performance.now() < end; count += 1)
        await databases[index % NODES]!.withScope(writer.scope, (queries) => write(queries, publish, writer));
    };
    await Promise.all(writers.map(writeOn));
    return (count / WRITING_MS) * 1_000;
  };
  const setCommitDelay = async (microseconds: number): Promise<void> => {
    await pair.query(pair.primary, `alter system set commit_delay = ${microseconds}`);
    await pair.query(pair.primary, 'alter system set commit_siblings = 0');
    await pair.query(pair.primary, 'select pg_reload_conf()');
  };
  const measure = async ({ what, commitDelayUs, write, goals }: Kind): Promise<readonly Row[]> => {
    await setCommitDelay(commitDelayUs);
    note(`scale: ${WRITERS} writers, ${what}, ${rounds} rounds`);
    const rates = await interleave(
      {
        notify: rateOf(write, (queries, event) => notifying.publish(queries, event)),
        redis: rateOf(write, (queries, event) => bus.publish(queries, event)),
        nothing: rateOf(write, async () => undefined),
      },
      rounds,
    );
    return OTHERS.map(({ other, name }) => {
      const goal = goals[other];
      const { ratio, spread } = pairwise(rates['redis'] ?? [], rates[other] ?? []);
      return {
        id: 'scale.writes',
        what: `writes of ${WRITERS} clients that wake ${NODES} nodes by Redis, ${what}`,
        ours: `${Math.round(median(rates['redis'] ?? []))} /s`,
        other: `${name}: ${Math.round(median(rates[other] ?? []))} /s`,
        ratio,
        spread,
        goal: goal === null ? '-' : `>= ${goal.toFixed(1)} x`,
        verdict: goal === null ? 'info' : reached(ratio >= goal),
        exact: false,
      };
    });
  };
  try {
    const rows: Row[] = [];
    for (const kind of KINDS) rows.push(...(await measure(kind)));
    return rows;
  } finally {
    await Promise.all(listening.map((each) => each.close()));
    await Promise.all(databases.map((database) => database.close()));
  }
}
