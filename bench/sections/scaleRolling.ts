/** Users at work while four nodes are restarted one after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '../../sagas/base/backoff.saga';
import { LiveClient } from '../../test/server/notifications/liveClient';
import { PUBLIC_URL, signInPeople } from '../../test/server/support/nodes';
import { goalRow } from '../lib/goal';
import { notify, withNodes, type Installation } from '../lib/manyNodes';
import type { Row } from '../lib/row';
import type { Section } from '../lib/section';

export const rollingRestarts: Section = ({ note }) => withNodes(note, rollingRestart);

async function rollingRestart(installation: Installation): Promise<readonly Row[]> {
  const { pair, nodes, balancer, note } = installation;
  note('scale: a rolling restart');
  const { scope, people } = await signInPeople(pair.primaryUrl, 20, 'ROLLING');
  const clients = people.map((person) => {
    const ticket = async () =>
      ((await balancer.call('GET', '/api-websocket/v1/websocket/wscontext', person)) as { context: string }).context;
    return new LiveClient(() => balancer.next().url, ticket, {
      origin: PUBLIC_URL,
      pauseMs: () => backoffMs(1, Math.random()),
    });
  });
  await Promise.all(clients.map((client) => client.start()));
  let isOver = false;
  let [calls, failed, count] = [0, 0, 0];
  const working = people.map(async (person) => {
    for (; !isOver; await delay(30)) {
      calls += 1;
      await balancer.call('GET', '/api-user/v1/notifications/since/0', person).catch(() => (failed += 1));
    }
  });
  const publishing = (async () => {
    for (; !isOver; await delay(100)) await notify(installation, scope, `no. ${(count += 1)}`);
  })();
  for (const node of nodes) {
    await node.leave();
    await node.start();
  }
  await delay(5_500);
  isOver = true;
  await Promise.all([publishing, ...working]);
  await delay(500);
  const wrong = clients.filter(
    ({ sequences }) => sequences.length !== count || sequences.some((sequence, index) => sequence !== index + 1),
  );
  for (const client of clients) client.stop();
  const longest = Math.max(...clients.flatMap(({ away }) => away));
  return [
    goalRow(
      {
        id: 'scale.rolling',
        what: 'the longest a page is without its socket in a rolling restart',
        limit: 5_000,
        unit: 'ms',
      },
      [longest],
    ),
    {
      ...goalRow({ id: 'scale.rolling', what: `of ${calls} calls meanwhile failed`, limit: 0, unit: '', exact: true }, [
        failed,
      ]),
    },
    goalRow(
      {
        id: 'scale.rolling',
        what: `of 20 people lost or saw twice one of ${count} events`,
        limit: 0,
        unit: '',
        exact: true,
      },
      [wrong.length],
    ),
  ];
}
