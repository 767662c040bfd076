/** Writes of many clients that wake four nodes: by Redis, by NOTIFY, and by nothing. */
import { tmpdir } from 'node:os';
import { openDatabase } from '../../server/database';
import { Notifier } from '../../server/features/notifications/notifier';
import type { EventBus } from '../../server/platform/eventBus/eventBus';
import { PostgresEventBus } from '../../server/platform/eventBus/postgresEventBus';
import { NODE_KEYS, signInPeople, type People } from '../../test/server/support/nodes';
import { messageOf, NODES, QUIET, withNodes, type Installation } from '../lib/manyNodes';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const WRITERS = 32;
const WRITING_MS = 4_000;

export const writesAcrossNodes: Section = ({ rounds, note }) =>
  withNodes(note, (installation) => writes(installation, Math.min(rounds, 5)));

async function writes({ pair, bus, note }: Installation, rounds: number): Promise<readonly Row[]> {
  note(`scale: ${WRITERS} writers, ${rounds} rounds`);
  const open = () => openDatabase({ dataDir: tmpdir(), databaseUrl: pair.primaryUrl });
  const databases = await Promise.all(Array.from({ length: NODES }, open));
  const listening = databases.map((database) => new PostgresEventBus(database.listenerConnection));
  const notifying = new PostgresEventBus(databases[0]!.listenerConnection);
  await Promise.all(listening.map((each) => each.start(QUIET as never)));
  const places = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => signInPeople(pair.primaryUrl, 1, `WRITER${index}`)),
  );
  const rateOf = (publish: EventBus['publish']) => async (): Promise<number> => {
    const notifier = new Notifier(NODE_KEYS, { publish });
    const end = performance.now() + WRITING_MS;
    let count = 0;
    const write = async ({ scope }: People, index: number): Promise<void> => {
      for (; performance.now() < end; count += 1) {
        await databases[index % NODES]!.withScope(scope, (queries) =>
          notifier.publish(queries, messageOf('again'), { organizationType: 'VMS' }),
        );
      }
    };
    await Promise.all(places.map(write));
    return (count / WRITING_MS) * 1_000;
  };
  try {
    const rates = await interleave(
      {
        notify: rateOf((queries, event) => notifying.publish(queries, event)),
        redis: rateOf((queries, event) => bus.publish(queries, event)),
        nothing: rateOf(async () => undefined),
      },
      rounds,
    );
    return (
      [
        { other: 'notify', name: 'NOTIFY', goal: 1.8 },
        { other: 'nothing', name: 'no wake-up', goal: 0.9 },
      ] as const
    ).map(({ other, name, goal }) => {
      const { ratio, spread } = pairwise(rates['redis'] ?? [], rates[other] ?? []);
      return {
        id: 'scale.writes',
        what: `writes of ${WRITERS} clients that wake ${NODES} nodes by Redis`,
        ours: `${Math.round(median(rates['redis'] ?? []))} /s`,
        other: `${name}: ${Math.round(median(rates[other] ?? []))} /s`,
        ratio,
        spread,
        goal: `>= ${goal.toFixed(1)} x`,
        verdict: reached(ratio >= goal),
        exact: false,
      };
    });
  } finally {
    await Promise.all(listening.map((each) => each.close()));
    await Promise.all(databases.map((database) => database.close()));
  }
}
