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

test('a single mail that keeps failing raises its alert: each window contains a try, and one is enough', () => {
  const [, rule = ''] = /- alert: VmsMailFails\n([\s\S]*?)\n {6}- alert/.exec(alerts) ?? [];
  const windows = [...rule.matchAll(/\[(\d+)m\]/g)].map(([, minutes]) => Number(minutes));
  expect(windows.length).toBeGreaterThan(0);
  // The longest pause between two tries is ten minutes.
  expect(Math.min(...windows)).toBeGreaterThan(10);
  expect(rule).not.toMatch(/> [1-9]/);
});
