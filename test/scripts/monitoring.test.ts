/** The dashboard and the alert rules query only existing metrics, and both are valid files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from '../../server/platform/http/metrics';

const inDeploy = (name: string) => readFileSync(path.resolve(__dirname, '../../deploy', name), 'utf8');
const dashboard = JSON.parse(inDeploy('grafana-dashboard.json')) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};
const alerts = inDeploy('alerts.yml');

const WATCHED = { passwordQueue: () => 0, isEventBusConnected: () => true, isReplicaInUse: () => true };

/** Every series of the server itself; the backup job writes its own. */
async function served(): Promise<ReadonlySet<string>> {
  const names = new Set(['up', 'vms_backup_failed', 'vms_backup_last_success_timestamp_seconds', 'vms_backup_bytes']);
  for (const { name, type } of await createMetrics(WATCHED).registry.getMetricsAsJSON()) {
    names.add(name);
    if (String(type) === 'histogram') for (const part of ['bucket', 'count', 'sum']) names.add(`${name}_${part}`);
  }
  return names;
}

const SERIES = /\b(up|(?:vms|nodejs|process)_[a-z0-9_]+)\b(?=[{[)\s]|$)/g;
const metricsIn = (text: string): readonly string[] => [...text.matchAll(SERIES)].map(([, name = '']) => name);

test('each panel of the dashboard queries an existing metric', async () => {
  const names = await served();
  expect(dashboard.panels.length).toBeGreaterThan(15);
  for (const { title, targets } of dashboard.panels) {
    const wanted = targets.flatMap(({ expr }) => metricsIn(expr));
    expect([title, wanted.length > 0, wanted.filter((name) => !names.has(name))]).toEqual([title, true, []]);
  }
});

test('each alert queries an existing metric, and shows what to do', async () => {
  const names = await served();
  const rules = alerts.split(/^ {6}- alert: /m).slice(1);
  expect(rules.length).toBeGreaterThan(8);
  for (const rule of rules) {
    const [, expr = ''] = /expr: ([\s\S]*?)\n {8}(?:for|labels):/.exec(rule) ?? [];
    expect([
      rule.split('\n')[0],
      metricsIn(expr).length > 0,
      metricsIn(expr).filter((name) => !names.has(name)),
    ]).toEqual([rule.split('\n')[0], true, []]);
    expect(rule).toMatch(/severity: (page|ticket)/);
    expect(rule).toMatch(/summary: '.+'\n\s+remedy: '.+'/);
  }
});

test('a server that has just started has every series that an alert compares or counts, so that it can fire', async () => {
  const fresh = await createMetrics(WATCHED).registry.metrics();
  // The scrape adds the job.
  const wanted = [...alerts.matchAll(/(vms_\w+)\{job="staffing-vms",(\w+="\w+")\}/g)].map(([, name, label]) => [
    name,
    label,
  ]);
  expect(wanted.length).toBeGreaterThanOrEqual(4);
  for (const [name, label] of wanted) expect(fresh).toMatch(new RegExp(`^${name}\\{.*${label}.*\\} 0$`, 'm'));
});

describe('the alert about mail', () => {
  const [, rule = ''] = /- alert: VmsMailFails\n([\s\S]*?)\n {6}- alert/.exec(alerts) ?? [];
  const secondsOf = (pattern: RegExp) => [...rule.matchAll(pattern)].map(([, minutes]) => Number(minutes) * 60);
  /** Seconds after the first try, as operations.md promises: each pause is twice the last, at most ten minutes. */
  const TRIES = [0, 5, 15, 35, 75, 155, 315, 635, 1235, 1835, 2435, 3035, 3635];

  /** When it wakes someone, if all tries fail but those of `accepted`; undefined: it does not within the hour. */
  function raisedAt(accepted: readonly number[]): number | undefined {
    const [failedWithin = 0, sentWithin = 0] = secondsOf(/\[(\d+)m\]/g);
    const [lasting = 0] = secondsOf(/for: (\d+)m/g);
    const failed = TRIES.filter((at) => accepted.length === 0 || at < Math.min(...accepted));
    let since: number | undefined;
    for (let now = 0; now <= 3_600; now += 15) {
      const within = (times: readonly number[], seconds: number) =>
        times.filter((at) => at <= now && at > now - seconds).length;
      since = within(failed, failedWithin) > within(accepted, sentWithin) ? (since ?? now) : undefined;
      if (since !== undefined && now - since >= lasting) return now;
    }
    return undefined;
  }

  test('compares what failed with what was sent, without a least number', () => {
    const expression = rule.replace(/\s+/g, ' ').replace(/.*expr: \| (.*?) #.*/, '$1');
    const counted = (outcome: string) => `sum(increase(vms_mails_total{job="staffing-vms",outcome="${outcome}"}[15m]))`;
    expect(expression).toBe(`${counted('failed')} > ${counted('sent')}`);
  });

  test('comes within an hour for a single mail that keeps failing', () => {
    expect(raisedAt([])).toBeDefined();
  });

  test.each([5, 75, 635, 1235])('does not come for a mail that is accepted after %i s', (at) => {
    expect(raisedAt([at])).toBeUndefined();
  });
});
