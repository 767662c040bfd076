/** The files of results, and what sections say that could not measure. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LIST_NAMES, visibleTo, type ListDefinition } from '../../contract/lists/list';
import { lists } from '../../contract/lists/catalog';
import { WIDGETS } from '../../contract/dashboards/widgets';
import { SECTIONS } from '../sections';
import { checkReport, type Report } from '../sections/lighthouse';
import { PEOPLE, rowOf } from '../sections/lists';
import { homeCalls } from '../sections/scaleReplica';
import { effectRow } from '../sections/tapes';
import { measureTool } from '../sections/tapeTools';
import { document } from './report';
import { DOCUMENTS, readResults } from './results';
import { breaksCheck, skipped, type Row } from './row';

/** They measure in a browser. */
const IN_BROWSER = [
  'sign-in-load',
  'home-paint',
  'dashboard',
  'kpi-paint',
  'records',
  'event-to-badge',
  'client-stream',
  'shell',
  'tabs',
  'pdf',
  'tape-panel',
  'dashboard-leak',
  'lighthouse',
];
const withoutChromium = async (name: string): Promise<readonly Row[]> =>
  SECTIONS[name]!({ rounds: 1, chromium: undefined, note: () => undefined });

test.each(Object.entries(DOCUMENTS))('%s is what is written from the recorded results', (file, names) => {
  const text = readFileSync(path.join(__dirname, '..', file), 'utf8');
  expect(text).toBe(document(names, readResults()));
});

test('results are recorded of existing sections only, and each of them has some', () => {
  for (const [name, { under, rows }] of Object.entries(readResults())) {
    expect(Object.keys(SECTIONS)).toContain(name);
    expect(under).toMatch(/^20\d\d-\d\d-\d\d, /);
    expect(rows).not.toEqual([]);
  }
});

test.each(IN_BROWSER)('the recorded goals of %s are those that it has now', async (name) => {
  const goals = new Map((await withoutChromium(name)).map(({ id, goal }) => [id, goal]));
  const recorded = readResults()[name]?.rows ?? [];
  const comparable = recorded.filter(({ id }) => (goals.get(id) ?? '-') !== '-');
  expect(comparable.map(({ id, goal }) => [id, goal])).toEqual(comparable.map(({ id }) => [id, goals.get(id)]));
});

test('the recorded goal of recording is the one that it has now', () => {
  const recorded = readResults()['tapes']?.rows.find(({ id }) => id === 'tapes.recorded');
  expect(recorded?.goal).toBe(effectRow([1], [1]).goal);
});

test('a section without a result is listed as not measured, a measured one with its conditions', () => {
  const row = { ...skipped('start.first', 'first start', '< 20 s', 'no disk') };
  const text = document(['start', 'tabs', 'pdf'], { start: { under: '2026-11-24, 7 rounds', rows: [row] } });
  expect(text).toContain('Not measured: `tabs`, `pdf`.');
  expect(text).toContain('## start\n\n2026-11-24, 7 rounds\n\n| id ');
  expect(text).not.toContain('## tabs');
});

test.each(['sign-in-load', 'dashboard', 'client-stream', 'pdf', 'dashboard-leak', 'lighthouse'])(
  'a check fails where the exact figures of %s were not measured for want of a browser',
  async (name) => {
    expect((await withoutChromium(name)).some(breaksCheck)).toBe(true);
  },
);

test('each list is measured as somebody who sees it', () => {
  const unseen = LIST_NAMES.filter((name) => {
    const definition: ListDefinition = lists[name];
    return !PEOPLE.some(([kind]) => visibleTo(kind)(definition));
  });
  expect(unseen).toEqual([]);
});

test('a list that is empty for everybody is skipped, not missed', () => {
  expect(rowOf('changedAddresses', [])).toMatchObject({ verdict: 'SKIPPED', reason: 'it is empty for everybody' });
  expect(rowOf('jobs', [10, 20, 30])).toMatchObject({ verdict: 'ok', ours: '30 ms, median 20 ms, n=3' });
});

test('the home dashboard is requested with the card of each of its widgets, jobs among them', () => {
  const calls = homeCalls('2026-11-29');
  expect(calls).toHaveLength(WIDGETS.length);
  expect(calls).toContainEqual({
    call: 'jobsWidget',
    body: expect.objectContaining({ notificationDate: '2026-11-29' }),
  });
});

describe('a report of Lighthouse', () => {
  const base = 'http://127.0.0.1:3000';
  const jobs = { name: 'list', path: '/vms/jobs', call: '/api-user/v1/lists/jobs/search' };
  const report = (finalDisplayedUrl: string, items: readonly object[]) =>
    ({ finalDisplayedUrl, audits: { 'network-requests': { details: { items } } } }) as unknown as Report;
  const answered = { url: `${base}${jobs.call}`, statusCode: 200 };

  test('is accepted of the requested page with its data, whatever the page adds to its address', () => {
    expect(() => checkReport(report(`${base}/vms/jobs?sort=title`, [answered]), base, jobs)).not.toThrow();
    expect(() => checkReport(report(`${base}/signin`, []), base, { name: 'sign-in', path: '/signin' })).not.toThrow();
  });

  test('is refused of another address', () => {
    expect(() => checkReport(report(`${base}/signin`, [answered]), base, jobs)).toThrow(
      'Lighthouse looked at http://127.0.0.1:3000/signin instead of http://127.0.0.1:3000/vms/jobs.',
    );
  });

  test.each([[[]], [[{ ...answered, statusCode: 401 }]]])('is refused of a page without its data: %j', (items) => {
    expect(() => checkReport(report(`${base}/vms/jobs`, items), base, jobs)).toThrow('/vms/jobs got no answer from');
  });
});

describe('a tool beside tapes', () => {
  test('is closed if its test fails on the healthy app', async () => {
    const close = jest.fn(() => Promise.resolve());
    const tool = { version: 'Playwright', attempt: () => Promise.reject(new Error('no answer')), close };
    await expect(measureTool('playwright', tool, [], 1)).rejects.toThrow('no answer');
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('states its goal once', async () => {
    const row = await measureTool('tapes', { version: 'saga-tapes', attempt: () => Promise.resolve() }, [], 1);
    expect(row).toMatchObject({ goal: '20', exact: true, verdict: 'MISSED' });
  });
});
