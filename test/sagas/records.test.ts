/**
 * The page of a record with a scripted server, in virtual time: what it loads, what cancels that, and when it reloads.
 */
import { documentClosed, documentOpened, selectShownDocument } from '../../sagas/features/documents/documents.slice';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { selectListView } from '../../sagas/features/lists/lists.selectors';
import { recordsOutdated } from '../../sagas/features/recordActions/recordStates.events';
import {
  recordActionPressed,
  recordActionsDone,
  recordActionsNeeded,
} from '../../sagas/features/recordActions/recordActions.intents';
import { paletteOpened } from '../../sagas/features/palette/palette.intents';
import { selectPaletteView } from '../../sagas/features/palette/palette.selectors';
import {
  selectMayAct,
  selectRecords,
  selectRecordTable,
  selectRecordView,
  selectTimeline,
} from '../../sagas/features/records/records.selectors';
import { recordsChanged } from '../../sagas/features/realtime/realtime.slice';
import { olderEventsRequested, recordReloadRequested } from '../../sagas/features/records/records.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { openAdmin } from '../support/adminTab';
import { notificationOf } from '../support/notificationServer';
import { apiError, ok } from '../support/scriptedServer';

const ONE = 'd0000000-0000-4000-8000-000000000001';
const OTHER = 'd0000000-0000-4000-8000-000000000002';
const paper = (id: string, row: object = {}, version = 1) =>
  ok({
    kind: 'document',
    id,
    version,
    row: {
      id,
      name: 'License',
      candidate: 'Novak, Anders',
      status: 'PENDING_REVIEW',
      uploadedAt: '2026-01-10T08:00:00Z',
      ...row,
    },
    counts: {},
  });
const invoice = (id: string, row: object = {}, version = 1) =>
  ok({ kind: 'invoice', id, version, row: { id, number: 9, status: 'ISSUED', ...row }, counts: {} });
const sheet = ok({
  kind: 'timesheet',
  id: ONE,
  version: 1,
  row: { id: ONE, number: 7, facilityStatus: 'SUBMITTED' },
  counts: {},
});
const event = (id: string) => ({
  id,
  at: '2026-01-15T08:00:00Z',
  kind: 'document',
  recordId: ONE,
  subject: null,
  moment: null,
  action: 'approve',
  reason: null,
  by: 'Maya Delgado',
  changes: [],
});
const DOCUMENT = `/vms/compliance/documents/${ONE}`;

async function openRecord(path: string, answers: Parameters<typeof openAdmin>[1] = {}) {
  const page = await openAdmin(path, {
    recordRead: paper(ONE),
    recordStates: ok({ records: [] }),
    recordTable: ok({ rows: [] }),
    recordTimeline: ok({ events: [event('e1')], next: null }),
    complianceDocumentPreview: apiError(404, 'not.found'),
    ...answers,
  });
  return {
    ...page,
    view: () => selectRecordView(page.tab.state()),
    shownPaper: () => selectShownDocument(page.tab.state())?.address ?? null,
  };
}
const goTo = (to: string) => navigateRequested({ to });

test('a record is named, and its document is placed once it is known to exist', async () => {
  const { view, shownPaper } = await openRecord(DOCUMENT);
  expect(view()).toMatchObject({ phase: 'full', title: 'License', error: null });
  expect(shownPaper()).toMatchObject({ kind: 'complianceDocument', id: ONE });
});

test('a record without a document places none', async () => {
  const { shownPaper } = await openRecord(DOCUMENT, { recordRead: paper(ONE, { uploadedAt: null }) });
  expect(shownPaper()).toBeNull();
});

test('a document that is uploaded while its page is open appears on it', async () => {
  const { act, script, view, shownPaper } = await openRecord(DOCUMENT, {
    recordRead: paper(ONE, { uploadedAt: null }),
  });
  expect([view()?.hasDocument, shownPaper()]).toEqual([false, null]);
  script.respond('recordRead', paper(ONE));
  await act(recordReloadRequested());
  expect(view()?.hasDocument).toBe(true);
  expect(shownPaper()).toMatchObject({ kind: 'complianceDocument', id: ONE });
});

test('another tab removes the document, and returning places it again', async () => {
  const { act, shownPaper } = await openRecord(DOCUMENT);
  await act(goTo(`${DOCUMENT}?tab=details`));
  expect(shownPaper()).toBeNull();
  await act(goTo(DOCUMENT));
  expect(shownPaper()).toMatchObject({ id: ONE });
});

test('a document in a dialog replaces it until the dialog is closed', async () => {
  const { act, shownPaper, tab } = await openRecord(DOCUMENT);
  for (const title of ['Certificate', 'License']) {
    await act(documentOpened({ kind: 'complianceDocument', id: OTHER, title }));
    expect(shownPaper()).toMatchObject({ id: OTHER });
    await act(documentClosed());
    expect(selectShownDocument(tab.state())).toMatchObject({ form: 'inline', address: { id: ONE } });
  }
});

test('a reload keeps the document in place', async () => {
  const { act, sentTo, shownPaper } = await openRecord(DOCUMENT);
  const before = shownPaper();
  await act(recordReloadRequested());
  expect(sentTo('recordRead')).toHaveLength(2);
  expect(shownPaper()).toBe(before);
  expect(sentTo('complianceDocumentPreview')).toHaveLength(1);
});

test('a document that was uploaded again replaces the one that is shown', async () => {
  const { act, script, sentTo, tab } = await openRecord(DOCUMENT, {
    complianceDocumentPreview: ok({ file: '<file:1>', fileName: 'License.pdf', size: 4 }),
  });
  const shown = () => selectShownDocument(tab.state());
  expect(shown()).toMatchObject({ form: 'inline', file: { file: '<file:1>' } });
  script.respond('recordRead', paper(ONE, { uploadedAt: '2026-01-15T08:00:00Z' }, 2));
  script.respond('complianceDocumentPreview', 'hang');
  await act(recordReloadRequested());
  expect(sentTo('complianceDocumentPreview')).toHaveLength(2);
  expect(shown()).toMatchObject({ form: 'inline', file: null });
});

test.each([
  ['a document', DOCUMENT, 'complianceDocumentPreview', paper],
  ['an invoice', `/vms/timesheets/invoicetimesheet/${ONE}`, 'invoicePreview', invoice],
] as const)('%s is shown again after a review or a payment, which its pages state', async (_name, at, preview, of) => {
  const { act, script, sentTo } = await openRecord(at, { recordRead: of(ONE), [preview]: apiError(404, 'not.found') });
  await act(goTo(`${at}?tab=paper`));
  expect(sentTo(preview)).toHaveLength(1);
  script.respond('recordRead', of(ONE, { status: 'APPROVED' }, 2));
  await act(recordReloadRequested());
  expect(sentTo(preview)).toHaveLength(2);
});

test('a document that was uploaded again does not replace one in a dialog, and is placed when that is closed', async () => {
  const { act, script, sentTo, shownPaper } = await openRecord(DOCUMENT);
  await act(documentOpened({ kind: 'complianceDocument', id: OTHER, title: 'Certificate' }));
  script.respond('recordRead', paper(ONE, { uploadedAt: '2026-01-15T08:00:00Z' }, 2));
  await act(recordReloadRequested());
  expect(shownPaper()).toMatchObject({ id: OTHER });
  await act(documentClosed());
  await act(recordReloadRequested());
  expect(shownPaper()).toMatchObject({ id: ONE });
  expect(sentTo('complianceDocumentPreview')).toHaveLength(3);
});

test('of two records opened in sequence only the last one is shown, in any order of answers', async () => {
  const { act, script, view, shownPaper, after } = await openRecord(DOCUMENT);
  script.respond('recordRead', paper(ONE, { name: 'Late' }), 5_000);
  await act(recordReloadRequested());
  script.respond('recordRead', paper(OTHER, { name: 'Certificate' }));
  await act(goTo(`/vms/compliance/documents/${OTHER}`));
  await after(10_000);
  expect(view()).toMatchObject({ id: OTHER, title: 'Certificate' });
  expect(shownPaper()).toMatchObject({ id: OTHER });
});

test('the request of a tab that was left is cancelled', async () => {
  const { act, script, tab, view, after } = await openRecord(`/vms/timesheets/${ONE}?tab=details`, {
    recordRead: sheet,
  });
  script.respond('recordTable', apiError(500, 'server.error'), 5_000);
  await act(goTo(`/vms/timesheets/${ONE}`));
  await act(goTo(`/vms/timesheets/${ONE}?tab=activity`));
  await after(10_000);
  expect(view()?.tab.name).toBe('activity');
  expect(selectRecords(tab.state())?.tabFailures).toEqual({});
});

test('with a facility chosen, the list of a tab has the rows that its tab counts, those of all facilities', async () => {
  const facility = 'a0000000-0000-4000-8000-000000000001';
  const { act, tab, view, bodies } = await openRecord(`/vms/jobs/${ONE}`, {
    recordRead: ok({
      kind: 'job',
      id: ONE,
      version: 1,
      row: { id: ONE, number: 7, status: 'OPEN' },
      counts: { candidates: 1 },
    }),
    listSearch: ok({ rows: [{ id: OTHER, number: 8, jobId: ONE }], total: 1, page: 1, size: 50 }),
  });
  await act(goTo(`/vms/jobs/${ONE}?tab=candidates&clientId=${facility}`));
  expect(view()?.tabs.find(({ name }) => name === 'candidates')).toMatchObject({ count: 1, current: true });
  const [body] = bodies('listSearch');
  expect(body).toMatchObject({ filters: { jobId: [ONE] } });
  expect(body).not.toHaveProperty('clientId');
  expect(selectListView(tab.state())?.whyNotOfFacility).toBe(
    'This list belongs to one record, so the chosen facility does not limit it.',
  );
  await act(goTo(`/vms/jobs?clientId=${facility}`));
  expect(bodies('listSearch').at(-1)).toMatchObject({ clientId: facility });
  expect(selectListView(tab.state())?.whyNotOfFacility).toBeNull();
});

test('a tab does not show why the one before it could not be loaded', async () => {
  const at = `/vms/timesheets/${ONE}`;
  const { act, script, tab } = await openRecord(at, {
    recordRead: sheet,
    recordTable: apiError(400, 'request.invalid'),
    recordTimeline: 'hang',
  });
  expect(selectRecordTable(tab.state())?.error).toMatch('Server says');
  await act(goTo(`${at}?tab=activity`));
  expect(selectTimeline(tab.state())).toMatchObject({ items: null, error: null });
  script.respond('recordTimeline', apiError(400, 'request.invalid'));
  await act(recordReloadRequested());
  expect(selectTimeline(tab.state())?.error).toMatch('Server says');
  script.respond('recordTable', 'hang');
  await act(goTo(at));
  expect(selectRecordTable(tab.state())).toMatchObject({ rows: null, error: null });
});

test('a table that cannot be loaded shows a message, and a reload loads it', async () => {
  const { act, script, tab } = await openRecord(`/vms/timesheets/${ONE}`, {
    recordRead: sheet,
    recordTable: apiError(400, 'request.invalid'),
  });
  const table = () => selectRecordTable(tab.state());
  expect(table()).toMatchObject({ error: expect.stringContaining('Server says') });
  script.respond('recordTable', ok({ rows: [{ id: 'r1', day: '2026-01-12', total: 480 }] }));
  await act(recordReloadRequested());
  expect(table()).toMatchObject({ error: null });
  expect(selectRecords(tab.state())?.tables['days']).toHaveLength(1);
});

test('the availability log of a recruiter opens by a notification’s address; another recruiter is loaded, and a tab shows all', async () => {
  const [rae, dana] = ['e0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000002'];
  const job = `/vms/jobs/${ONE}`;
  const { act, tab, view, sentTo, script } = await openRecord(job, {
    recordRead: ok({ kind: 'job', id: ONE, version: 1, row: { id: ONE, number: 7, status: 'OPEN' }, counts: {} }),
    recordTable: ok({ rows: [{ id: 'a', candidate: 'Novak, Anders', recruiter: 'Rae Cole' }] }),
  });
  const table = () => selectRecordTable(tab.state());
  const requested = () => sentTo('recordTable').map(({ params, query }) => [params?.['table'], query?.['recruiterId']]);
  await act(goTo(`${job}?avlLog=true&recId=${rae}`));
  expect(view()?.tab.name).toBe('availability');
  expect(table()?.note).toBe('Only candidates of Rae Cole. The tab above shows all of them.');
  script.respond('recordTable', ok({ rows: [] }));
  await act(goTo(`${job}?avlLog=true&recId=${dana}`));
  expect(table()).toMatchObject({ rows: [], empty: expect.stringMatching('This recruiter has no candidate here') });
  await act(goTo(view()?.tabs.find(({ name }) => name === 'matching')?.to ?? ''));
  await act(goTo(`${job}?tab=matching&recId=nobody`));
  expect(requested()).toEqual([
    ['availability', rae],
    ['availability', dana],
    ['matching', undefined],
  ]);
});

test('a record that is absent or may not be seen is missing; nothing else is requested', async () => {
  const { view, sentTo } = await openRecord(DOCUMENT, { recordRead: apiError(404, 'not.found') });
  expect(view()).toMatchObject({ phase: 'missing' });
  expect([sentTo('recordStates'), sentTo('complianceDocumentPreview')]).toEqual([[], []]);
});

test('while the server is unreachable the page shows a message, and loads automatically afterwards', async () => {
  const { view, script, after } = await openRecord(DOCUMENT, { recordRead: 'unreachable' });
  expect(view()).toMatchObject({ phase: 'failed' });
  script.respond('recordRead', paper(ONE));
  await after(60_000);
  expect(view()).toMatchObject({ phase: 'full', error: null });
});

test('it reloads only for events about it', async () => {
  const { act, sentTo } = await openRecord(DOCUMENT);
  const happened = (entityId: string) =>
    eventsApplied({ events: [{ sequence: 1, notification: notificationOf(1, { entityId }) }], live: true });
  await act(happened(OTHER));
  expect(sentTo('recordRead')).toHaveLength(1);
  await act(happened(ONE));
  expect(sentTo('recordRead')).toHaveLength(2);
});

test('it reloads once after an action, and so does its tab', async () => {
  const { act, sentTo } = await openRecord(DOCUMENT);
  await act(goTo(`${DOCUMENT}?tab=activity`));
  expect([sentTo('recordRead').length, sentTo('recordTimeline').length]).toEqual([1, 1]);
  await act(recordActionsDone({ kind: 'document', action: 'approve', done: [ONE] }));
  expect([sentTo('recordRead').length, sentTo('recordTimeline').length]).toEqual([2, 2]);
});

test('it reloads at once if an action was refused because the record was changed', async () => {
  const { act, sentTo } = await openRecord(DOCUMENT);
  await act(recordsOutdated({ ids: [OTHER] }));
  expect(sentTo('recordRead')).toHaveLength(1);
  await act(recordsOutdated({ ids: [ONE] }));
  expect(sentTo('recordRead')).toHaveLength(2);
});

test('it reloads for a change of the record, although one of another record follows at once', async () => {
  const { act, sentTo } = await openRecord(DOCUMENT);
  await act(recordsChanged({ ids: [ONE] }), recordsChanged({ ids: [OTHER] }));
  expect(sentTo('recordRead')).toHaveLength(2);
});

describe('the actions of a record', () => {
  const state = (status: string, version: number) => ({
    ...{ recordId: ONE, name: 'License', version, state: { status }, defaults: {} },
    ...{ changedAt: null, changedBy: null, lastAction: null },
  });
  const page = (status: string, version: number) => {
    const { body } = paper(ONE, { status });
    return ok({ ...(body as object), version });
  };
  const result = (outcome: string, record: object, undoSeconds: number | null = null) =>
    ok({ results: [{ outcome, sentence: 'It was changed by Dana Brooks.', record, undoSeconds }] });
  const approve = recordActionPressed({ kind: 'document', ids: [ONE], action: 'approve' });
  async function atPending() {
    const opened = await openRecord(DOCUMENT, {
      recordRead: page('PENDING_REVIEW', 1),
      recordStates: ok({ records: [state('PENDING_REVIEW', 1)] }),
    });
    const { tab } = opened;
    return {
      ...opened,
      mayAct: () => selectMayAct(tab.state(), ONE),
      inPalette: () => selectPaletteView(tab.state())!.groups.some(({ title }) => title === 'Actions'),
    };
  }

  test('are not for a version by another user until the page shows it', async () => {
    const { act, script, after, mayAct, inPalette } = await atPending();
    await act(paletteOpened());
    expect([mayAct(), inPalette()]).toEqual([true, true]);
    script.respond('performRecordAction', result('changed', state('PENDING_REVIEW', 2)));
    script.respond('recordStates', ok({ records: [state('PENDING_REVIEW', 2)] }));
    script.respond('recordRead', page('PENDING_REVIEW', 2), 1_000);
    await act(approve);
    expect([mayAct(), inPalette()]).toEqual([false, false]);
    await after(1_000);
    expect([mayAct(), inPalette()]).toEqual([true, true]);
  });

  test('go on after the user’s own, before the page shows its result', async () => {
    const { act, script, mayAct } = await atPending();
    script.respond('performRecordAction', result('done', state('APPROVED', 2), 10));
    script.respond('recordRead', page('APPROVED', 2), 1_000);
    await act(approve);
    expect(mayAct()).toBe(true);
  });

  test('are again for what the page shows as soon as a newer version becomes known in any way', async () => {
    const { act, script, sentTo, view, mayAct } = await atPending();
    script.respond('recordStates', ok({ records: [state('DECLINED', 2)] }));
    script.respond('recordRead', page('DECLINED', 2));
    await act(recordActionsNeeded({ kind: 'document', ids: [ONE] }));
    expect([sentTo('recordRead').length, mayAct(), view()?.status?.text]).toEqual([2, true, 'Declined']);
  });

  test('are none before the page is loaded, although its state is known from elsewhere', async () => {
    const { act, script, mayAct, tab } = await atPending();
    script.respond('recordRead', 'hang');
    await act(goTo('/vms/jobs'), goTo(DOCUMENT));
    expect([mayAct(), tab.state().recordActions?.known[ONE]?.version]).toEqual([false, 1]);
  });
});

test('older events are added, and stay when the newest are reloaded', async () => {
  const { act, script, tab } = await openRecord(DOCUMENT, {
    recordTimeline: ok({ events: [event('e3'), event('e2')], next: 'e2' }),
  });
  await act(goTo(`${DOCUMENT}?tab=activity`));
  script.respond('recordTimeline', ok({ events: [event('e1')], next: null }));
  await act(olderEventsRequested());
  const ids = () => selectRecords(tab.state())?.timeline?.events.map(({ id }) => id);
  expect(ids()).toEqual(['e3', 'e2', 'e1']);
  script.respond('recordTimeline', ok({ events: [event('e4'), event('e3'), event('e2')], next: 'e2' }));
  await act(recordReloadRequested());
  expect(ids()).toEqual(['e4', 'e3', 'e2', 'e1']);
  expect(selectTimeline(tab.state())).not.toBeNull();
});

test('a late failure of older events does not hide why another tab could not be loaded', async () => {
  const at = `/vms/timesheets/${ONE}`;
  const { act, after, script, tab } = await openRecord(at, {
    recordRead: sheet,
    recordTimeline: ok({ events: [event('e2')], next: 'e2' }),
    recordTable: apiError(400, 'request.invalid'),
  });
  await act(goTo(`${at}?tab=activity`));
  script.respond('recordTimeline', apiError(400, 'request.invalid'), 5_000);
  await act(olderEventsRequested(), goTo(at));
  const errors = () => [selectRecordTable(tab.state())?.error, selectTimeline(tab.state())?.error];
  expect(errors()).toEqual([expect.stringContaining('Server says'), undefined]);
  await after(6_000);
  expect(errors()).toEqual([expect.stringContaining('Server says'), undefined]);
});

test('a timeline is not loaded again until its record has changed, or something in it is announced', async () => {
  const { act, after, script, sentTo } = await openRecord(DOCUMENT);
  await act(goTo(`${DOCUMENT}?tab=activity`));
  await after(65_000);
  expect([sentTo('recordRead').length, sentTo('recordTimeline').length]).toEqual([4, 1]);
  script.respond('recordRead', paper(ONE, { status: 'APPROVED' }));
  await after(25_000);
  expect(sentTo('recordTimeline')).toHaveLength(2);
  await after(60_000);
  expect(sentTo('recordTimeline')).toHaveLength(2);
  await act(recordsChanged({ ids: [ONE] }));
  expect(sentTo('recordTimeline')).toHaveLength(3);
});

test('a late answer for a record that was left does not show it again', async () => {
  const { act, after, script, view } = await openRecord(DOCUMENT);
  await act(goTo(`${DOCUMENT}?tab=activity`));
  script.respond('recordRead', 'unreachable');
  await after(25_000);
  script.respond('recordRead', sheet);
  await act(goTo(`/vms/timesheets/${ONE}`));
  await after(60_000);
  expect(view()?.title).toContain('7');
});

test('a visible page refreshes automatically, a hidden one does not', async () => {
  const { after, sentTo, tab } = await openRecord(DOCUMENT);
  await after(25_000);
  expect(sentTo('recordRead').length).toBeGreaterThan(1);
  tab.attention.hide();
  await after(1_000);
  const seen = sentTo('recordRead').length;
  await after(120_000);
  expect(sentTo('recordRead')).toHaveLength(seen);
});
