/** The home dashboard of the demo from a node that reads from a streaming replica, and from one that does not. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WIDGETS } from '../../contract/dashboards/widgets';
import { DEFAULT_FORM } from '../../sagas/features/dashboards/filters/filterForm';
import { widgetOf, type WidgetRequest } from '../../sagas/features/dashboards/home/widgets';
import { seedDemo } from '../../server/demo/seed';
import { AccessTokens } from '../../server/identity/sessions/accessToken';
import { NODE_KEYS, PUBLIC_URL, serverNode, type Person, type ServerNode } from '../../test/server/support/nodes';
import { SCALE, withNodes, type Installation } from '../lib/manyNodes';
import { interleave, median, percentile } from '../lib/pairs';
import { reached, type Row } from '../lib/row';
import type { Section } from '../lib/section';

export const readReplica: Section = ({ note }) => withNodes(note, dashboards);

/** What the app requests for a manager who has filtered nothing. */
export const homeCalls = (today: string): readonly WidgetRequest[] =>
  WIDGETS.map((widget) =>
    widgetOf(widget).request({
      user: { organizationType: 'VMS' },
      filter: DEFAULT_FORM,
      complianceView: 'ACTIVE',
      timesheetView: 'supplier',
      today,
    }),
  );
const LOADS = Math.max(20, Math.round(150 * SCALE));

async function dashboards({ pair, nodes, settings, database, note }: Installation): Promise<readonly Row[]> {
  note('scale: dashboards with and without a replica');
  await Promise.all(nodes.map((node) => node.leave()));
  await seedDemo(database, { hashPassword: async () => 'nobody signs in by it' });
  const person = await database.withOwner(async (client): Promise<Person> => {
    const { rows } = await client.query<{ userId: string; sessionId: string; organizationId: string }>(
      `insert into sessions (organization_id, user_id, state, device, address, last_used_at, idle_expires_at, expires_at)
       select u.organization_id, u.id, 'live', 'bench', '127.0.0.1', now(), now() + interval '6 hours', now() + interval '6 hours'
       from users u join organizations o on o.id = u.organization_id where o.code = 'MERIDIAN' and u.user_name = 'vms.manager'
       returning user_id as "userId", id as "sessionId", organization_id as "organizationId"`,
    );
    const { userId, sessionId, organizationId } = rows[0]!;
    const claims = { organizationId, tenantId: organizationId, organizationType: 'VMS', userType: 'VMS' } as const;
    const token = await new AccessTokens(NODE_KEYS.accessToken, 3_600).issue({ userId, sessionId, ...claims });
    return { userId, sessionId, token };
  });
  // In production they refuse the demo's rows.
  const onDemo = { ...settings, APP_MODE: 'demo', SIMULATOR: 'off' };
  const [replicated, unreplicated] = await Promise.all([
    serverNode({ ...onDemo, DATABASE_READ_URL: `postgres://127.0.0.1:${pair.replica.port}`, LOG_LEVEL: 'info' }),
    serverNode(onDemo),
  ]);
  try {
    await Promise.all([replicated.start(), unreplicated.start()]);
    while (!replicated.lines.some((line) => line.includes('reads go to the replica'))) await delay(100);
    await pair.query(pair.primary, 'checkpoint');
    const body = JSON.stringify({ calls: homeCalls(new Date().toISOString().slice(0, 10)) });
    const load = (node: ServerNode) => async (): Promise<number> => {
      const begun = performance.now();
      const answer = await fetch(`${node.url}/api-job/v1/dashboard/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, origin: PUBLIC_URL, 'content-type': 'application/json' },
        body,
      });
      const text = await answer.text();
      if (!answer.ok || text.includes('"status":4') || text.includes('"status":5')) throw new Error(text.slice(0, 300));
      return performance.now() - begun;
    };
    const before = [replicated, unreplicated].map(processorMs);
    const took = await interleave({ replica: load(replicated), primary: load(unreplicated) }, LOADS);
    // Each ran once more, as a warm-up.
    const [own = 0, other = 0] = [replicated, unreplicated].map(
      (node, index) => (processorMs(node) - before[index]!) / (LOADS + 1),
    );
    const [replica, primary] = [percentile(took['replica'] ?? [], 0.95), percentile(took['primary'] ?? [], 0.95)];
    return [
      {
        id: 'scale.dashboard',
        what: `the home dashboard from a node that reads from the replica, p95 of ${LOADS}`,
        ours: `${replica.toFixed(1)} ms, median ${median(took['replica'] ?? []).toFixed(1)} ms`,
        other: `without: ${primary.toFixed(1)} ms, median ${median(took['primary'] ?? []).toFixed(1)} ms`,
        ratio: replica / primary,
        goal: '<= 1.1 x',
        verdict: reached(replica <= 1.1 * primary),
        exact: false,
      },
      {
        id: 'scale.dashboard',
        what: "the node's processor time for one of them",
        ours: `${own.toFixed(1)} ms`,
        other: `without: ${other.toFixed(1)} ms`,
        ratio: own / other,
        goal: '-',
        verdict: 'info',
        exact: false,
      },
    ];
  } finally {
    await Promise.all([replicated.remove(), unreplicated.remove()]);
  }
}

const TICKS_A_SECOND = 100;

/** The processor time that the process has used, in milliseconds. */
function processorMs({ processId }: ServerNode): number {
  const [, , , , , , , , , , , user = '0', system = '0'] = readFileSync(`/proc/${processId}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(user) + Number(system)) * 1_000) / TICKS_A_SECOND;
}
