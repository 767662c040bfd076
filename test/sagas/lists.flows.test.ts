/** The lists' sagas with a scripted server, in virtual time: the real root saga, machines and reducers. */
import type { EndpointName } from '../../contract/endpoints';
import type { NotificationCategory } from '../../contract/notifications/categories';
import type { HttpCall } from '../../sagas/base/ports/network';
import { selectChoices, selectOpenFilters } from '../../sagas/features/lists/filterBar.selectors';
import { selectColumns, selectScroll } from '../../sagas/features/lists/lists.selectors';
import {
  listChanged,
  listColumnsChosen,
  listExportRequested,
  listFilterSet,
  listFiltersCleared,
  listOptionsRequested,
  listReloadRequested,
  listScrolled,
  listSearchSubmitted,
  listSearchTyped,
  listSortPressed,
} from '../../sagas/features/lists/lists.slice';
import { selectListTabs, selectNewCount } from '../../sagas/features/lists/tabs/tabs.selectors';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { notificationOf } from '../support/notificationServer';
import { FACILITY, NOT_SCRIPTED, atList, json, pageOf, type Script } from '../support/atList';

describe('a list', () => {
  it('requests the rows of the address once, and shows them', async () => {
    const { calls, view, last } = await atList({}, '/vms/jobs?hot=yes&page=2&sort=number');
    expect(calls('listSearch')).toHaveLength(1);
    expect(last()).toMatchObject({ filters: { hot: ['yes'] }, page: 2, sort: 'number', size: 50 });
    expect(view()).toMatchObject({ phase: 'full', range: '51-51 of 214', lastPage: 5, busy: false });
  });

  it('sends one request per change, and returns to the first page unless the page changed', async () => {
    const { dispatch, calls, search, last } = await atList();
    await dispatch(listChanged({ change: { page: 3 } }));
    expect(search()).toBe('?page=3');
    await dispatch(listFilterSet({ name: 'jobStatusIds', values: ['OPEN', 'ON_HOLD'] }));
    expect(search()).toBe('?jobStatusIds=OPEN,ON_HOLD');
    await dispatch(listSortPressed({ column: 'number' }));
    await dispatch(listSortPressed({ column: 'number' }));
    expect(search()).toBe('?jobStatusIds=OPEN,ON_HOLD&sort=-number');
    await dispatch(listSortPressed({ column: 'number' }));
    await dispatch(listFiltersCleared());
    expect(search()).toBe('');
    expect(last()).toMatchObject({ filters: {}, page: 1 });
    expect(calls('listSearch')).toHaveLength(7);
  });

  it('keeps the facility of the shell in the address, and sends it to the server', async () => {
    const { dispatch, search, last } = await atList({}, `/vms/jobs?clientId=${FACILITY}`);
    await dispatch(listFilterSet({ name: 'hot', values: ['yes'] }));
    expect(search()).toBe(`?clientId=${FACILITY}&hot=yes`);
    expect(last()).toMatchObject({ clientId: FACILITY });
  });

  it('shows the old rows until the new ones are loaded, and never a late answer', async () => {
    const { dispatch, clock, view } = await atList({
      listSearch: (call) => ({ reply: pageOf(call), ms: (call.body as { page: number }).page === 2 ? 500 : 20 }),
    });
    await dispatch(listChanged({ change: { page: 2 } }), 100);
    expect(view()).toMatchObject({ stale: true, busy: true, rows: [{ id: 'row of page 1' }] });
    await dispatch(listChanged({ change: { page: 3 } }), 100);
    expect(view()).toMatchObject({ stale: false, rows: [{ id: 'row of page 3' }] });
    await clock.advance(1_000);
    expect(view().rows).toMatchObject([{ id: 'row of page 3' }]);
  });

  it('cancels a call of a list that was left', async () => {
    const { dispatch, clock, tab } = await atList({ listSearch: (call) => ({ reply: pageOf(call), ms: 5_000 }) });
    await dispatch(navigateRequested({ to: '/vms/nexusreports' }), 100);
    await clock.advance(7_000);
    expect(tab.state().lists!).toMatchObject({ wanted: null, pages: [], failure: null });
  });

  it('never says that nothing matches a query that has not been answered', async () => {
    const empty = (call: HttpCall) => (call.body as { q?: string }).q === 'zzz';
    const { dispatch, view } = await atList(
      {
        listSearch: (call) =>
          empty(call) ? { reply: json({ rows: [], total: 0, page: 1, size: 50 }) } : { reply: pageOf(call), ms: 1_000 },
      },
      '/vms/jobs?q=zzz',
    );
    expect(view().phase).toBe('empty');
    await dispatch(listFiltersCleared());
    expect(view()).toMatchObject({ phase: 'loading', total: null, stale: false });
    await dispatch(listSearchSubmitted({ text: 'zzz' }));
    expect(view()).toMatchObject({ phase: 'empty', busy: false });
    await dispatch(listReloadRequested(), 1);
    expect(view()).toMatchObject({ phase: 'empty', busy: true });
  });

  it('shows the rows first and the total later', async () => {
    const { view, clock } = await atList({
      listSearch: (call) => ({ reply: pageOf(call, null) }),
      listTotal: () => ({ reply: json({ total: 1_000_000 }), ms: 3_000 }),
    });
    expect(view()).toMatchObject({ phase: 'full', range: '1-1 of …', total: null });
    await clock.advance(3_000);
    expect(view()).toMatchObject({ range: '1-1 of 1,000,000', lastPage: 20_000 });
  });

  it('shows what failed, and Retry loads it', async () => {
    let up = false;
    const { dispatch, view } = await atList({ listSearch: (call) => ({ reply: up ? pageOf(call) : 'unreachable' }) });
    expect(view()).toMatchObject({
      phase: 'failed',
      error: 'The server cannot be reached. Check your connection and try again.',
    });
    up = true;
    await dispatch(listReloadRequested());
    expect(view()).toMatchObject({ phase: 'full', error: null });
  });

  it.each([
    ['as soon as the browser has a network again', true, 20],
    ['in a while where only the server was away', false, 5_000],
  ])('that failed to load is reloaded automatically, %s', async (_when, online, ms) => {
    let up = false;
    const { tab, clock, view } = await atList({ listSearch: (call) => ({ reply: up ? pageOf(call) : 'unreachable' }) });
    expect(view().phase).toBe('failed');
    up = true;
    if (online) tab.signal('online');
    await clock.advance(ms);
    expect(view()).toMatchObject({ phase: 'full', error: null });
  });

  it('a refused or closed one is not requested again automatically', async () => {
    const refused = await atList({ listSearch: () => ({ reply: NOT_SCRIPTED }) });
    await refused.clock.advance(120_000);
    expect(refused.calls('listSearch')).toHaveLength(1);
    const left = await atList({ listSearch: () => ({ reply: 'unreachable' }) });
    await left.dispatch(navigateRequested({ to: '/vms/dashboard' }));
    const requested = left.calls('listSearch').length;
    await left.clock.advance(120_000);
    expect(left.calls('listSearch')).toHaveLength(requested);
  });

  it('distinguishes a page past the end from an empty list', async () => {
    const none = (total: number) => (call: HttpCall) => ({
      reply: json({ rows: [], total, page: (call.body as { page: number }).page, size: 50 }),
    });
    expect((await atList({ listSearch: none(120) }, '/vms/jobs?page=9')).view()).toMatchObject({
      phase: 'beyond',
      lastPage: 3,
    });
    expect((await atList({ listSearch: none(0) })).view()).toMatchObject({ phase: 'empty', unfiltered: true });
    expect((await atList({ listSearch: none(0) }, '/vms/jobs?q=x')).view()).toMatchObject({
      phase: 'empty',
      unfiltered: false,
    });
  });
});

describe('the search field', () => {
  it('searches after a pause, without a history entry, and shows every letter immediately', async () => {
    const { dispatch, view, calls, tab, search } = await atList();
    for (const text of ['i', 'ic', 'icu']) await dispatch(listSearchTyped({ text }), 100);
    expect(view().search).toBe('icu');
    expect(calls('listSearch')).toHaveLength(1);
    await dispatch(listSearchTyped({ text: 'icu ' }), 300);
    expect(search()).toBe('?q=icu');
    expect(view().search).toBe('icu ');
    expect(tab.state().arrivedBy).toBe('replace');
    expect(calls('listSearch')).toHaveLength(2);
  });

  it('searches immediately on Enter, with a history entry', async () => {
    const { dispatch, search, tab, calls } = await atList();
    await dispatch(listSearchTyped({ text: 'ic' }), 10);
    await dispatch(listSearchSubmitted({ text: 'icu' }), 10);
    expect(search()).toBe('?q=icu');
    expect(tab.state().arrivedBy).toBe('push');
    await dispatch(listSearchSubmitted({ text: 'icu' }), 1_000);
    expect(calls('listSearch')).toHaveLength(2);
  });

  it('drops the typed text when the user leaves in the meantime', async () => {
    const { dispatch, search, view } = await atList();
    await dispatch(listSearchTyped({ text: 'icu' }), 100);
    await dispatch(navigateRequested({ to: '/vms/jobs/submissions' }), 1_000);
    expect(search()).toBe('');
    expect(view().search).toBe('');
  });
});

describe('the choices of filters', () => {
  it('are requested once, and include the values of a link', async () => {
    const { tab, calls, dispatch } = await atList({}, `/vms/jobs?client=${FACILITY}`);
    expect(selectOpenFilters(tab.state()).find(({ name }) => name === 'client')?.text).toBe('Lakeside');
    await dispatch(listOptionsRequested());
    expect(calls('listOptions')).toHaveLength(1);
  });

  it('are requested again if they failed to load', async () => {
    let up = false;
    const { tab, dispatch } = await atList({
      listOptions: () => ({
        reply: up ? json({ facilities: [{ value: FACILITY, label: 'Lakeside' }] }) : 'unreachable',
      }),
    });
    await dispatch(listOptionsRequested());
    expect(selectChoices(tab.state()).state).toBe('missing');
    up = true;
    await dispatch(listOptionsRequested());
    expect(selectChoices(tab.state())).toMatchObject({ state: 'ready', of: { client: [{ label: 'Lakeside' }] } });
  });

  it('do not wait for those of a list that was left', async () => {
    const { tab, dispatch, calls } = await atList({
      listOptions: ({ params }) => ({
        reply: json({ facilities: [{ value: FACILITY, label: 'Lakeside' }] }),
        ms: params?.['list'] === 'jobs' ? 5_000 : 20,
      }),
    });
    await dispatch(listOptionsRequested());
    await dispatch(listOptionsRequested());
    await dispatch(navigateRequested({ to: '/vms/jobs/submissions' }));
    await dispatch(listOptionsRequested());
    expect(selectChoices(tab.state())).toMatchObject({ state: 'ready', of: { client: [{ label: 'Lakeside' }] } });
    expect(calls('listOptions').map(({ params }) => params?.['list'])).toEqual(['jobs', 'submissions']);
  });
});

describe('the tabs of a list', () => {
  const eventOf = (sequence: number, categoryCode: NotificationCategory) =>
    eventsApplied({ events: [{ sequence, notification: notificationOf(sequence, { categoryCode }) }], live: true });
  const bodies = (calls: (endpoint: EndpointName) => readonly HttpCall[]) =>
    calls('listCounts').map(({ body }) => body as { q?: string; selections: object[] });
  const counted = (totals: readonly number[]): Script => ({ listCounts: () => ({ reply: json({ totals }) }) });

  it('are counted with the current filters, and keep them when opened', async () => {
    const { tab, calls } = await atList(counted([1, 2, 3, 4, 5, 6, 214]), '/vms/jobs/open?hot=yes&q=icu&page=2');
    expect(bodies(calls)).toHaveLength(1);
    expect(bodies(calls)[0]!.q).toBe('icu');
    expect(bodies(calls)[0]!.selections.slice(1, 3)).toEqual([
      { hot: ['yes'], jobStatusIds: ['PENDING_REVIEW'] },
      { hot: ['yes'], jobStatusIds: ['OPEN'] },
    ]);
    const tabs = selectListTabs(tab.state());
    expect(tabs.map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 214]);
    expect(tabs.filter(({ current }) => current).map(({ label }) => label)).toEqual(['Open']);
    expect(tabs[1]).toMatchObject({ label: 'Pending Review', to: '/vms/jobs/pendingReview?q=icu&hot=yes' });
  });

  it('are not counted again for another page, but after events, once for many of them', async () => {
    const { calls, dispatch } = await atList(counted([0, 0, 1, 0, 0, 0, 214]));
    await dispatch(listChanged({ change: { page: 2 } }));
    expect(calls('listCounts')).toHaveLength(1);
    for (let n = 1; n <= 5; n += 1) await dispatch(eventOf(n, 'JOB'), 1);
    await dispatch(eventOf(6, 'SUBMISSIONS'), 6_000);
    expect(calls('listCounts')).toHaveLength(2);
    await dispatch(listReloadRequested());
    expect(calls('listCounts')).toHaveLength(3);
  });

  it('are not counted again after what does not concern the list', async () => {
    const { calls, dispatch } = await atList(counted([0, 0, 1, 0, 0, 0, 1]));
    await dispatch(
      eventsApplied({ events: [{ sequence: 1, readDate: '2026-01-20T10:00:00.000Z' }], live: true }),
      6_000,
    );
    await dispatch(eventOf(2, 'BACK_OFFICE'), 6_000);
    expect(calls('listCounts')).toHaveLength(1);
  });

  it.each(['/vms/jobs', '/vms/timesheets'])('of %s are counted again after a change of an assignment', async (path) => {
    const { calls, dispatch } = await atList(counted([0, 0, 1, 0, 0, 0, 1]), path);
    const before = calls('listCounts').length;
    expect(before).toBeGreaterThan(0);
    await dispatch(eventOf(1, 'ASSIGNMENTS'), 6_000);
    expect(calls('listCounts')).toHaveLength(2 * before);
  });

  it('are counted at different times by those who received the same event', async () => {
    const { calls, dispatch, clock } = await atList(counted([0, 0, 1, 0, 0, 0, 1]));
    await dispatch(eventOf(1, 'JOB'), 3_000);
    expect(calls('listCounts')).toHaveLength(1);
    await clock.advance(1_000);
    expect(calls('listCounts')).toHaveLength(2);
  });

  it('show the count of a reload even if it takes longer than the rows', async () => {
    let open = 3;
    const { dispatch, tab } = await atList({
      listCounts: () => ({ reply: json({ totals: [0, 0, open, 0, 0, 0, 9] }), ms: 400 }),
    });
    const shown = () => selectListTabs(tab.state()).map(({ count }) => count);
    expect(shown()[2]).toBe(3);
    open = 2;
    await dispatch(listReloadRequested(), 600);
    expect(shown()[2]).toBe(2);
  });

  describe('after more or fewer rows', () => {
    /** Jobs of which there are `now`, and what the page says about them. */
    const atJobs = async (before: number, more: (now: { readonly now: number }) => Script = () => ({})) => {
      const jobs = { now: before, countMs: 10 };
      const page = await atList({
        listSearch: (call) => ({ reply: pageOf(call, jobs.now) }),
        listCounts: () => ({ reply: json({ totals: [0, 0, 1, 0, 0, 0, jobs.now] }), ms: jobs.countMs }),
        ...more(jobs),
      });
      const newCount = () => selectNewCount(page.tab.state());
      return {
        ...page,
        jobs,
        count: () => selectListTabs(page.tab.state()).at(-1)!.count,
        isChanged: () => newCount() !== null && newCount() !== page.view().total,
        counts: () => page.calls('listCounts').length,
      };
    };

    it('are counted again when the user comes back, and the rows are the newest', async () => {
      const { jobs, dispatch, clock, count, isChanged, counts, view } = await atJobs(12);
      expect(count()).toBe(12);
      await dispatch(navigateRequested({ to: '/vms/nexusreports' }));
      jobs.now = 7;
      await dispatch(navigateRequested({ to: '/vms/jobs' }), 15);
      expect([view().total, count(), isChanged()]).toEqual([7, 12, false]);
      await clock.advance(100);
      expect([count(), isChanged(), counts()]).toEqual([7, false, 2]);
    });

    it('are counted again after two hours on another page, although the tab at the address has as many as before', async () => {
      const { jobs, dispatch, clock, counts, count, isChanged } = await atJobs(12);
      await dispatch(navigateRequested({ to: '/vms/nexusreports' }));
      await clock.advance(2 * 3_600_000);
      await dispatch(navigateRequested({ to: '/vms/jobs' }));
      expect([counts(), count()]).toEqual([2, 12]);
      await dispatch(navigateRequested({ to: '/vms/nexusreports' }));
      jobs.now = 30;
      await clock.advance(2 * 3_600_000);
      await dispatch(navigateRequested({ to: '/vms/jobs' }));
      expect([counts(), count(), isChanged()]).toEqual([3, 30, false]);
    });

    it('are counted again, once, when another page of rows comes with a newer total', async () => {
      const { jobs, dispatch, counts, count, isChanged } = await atJobs(120);
      jobs.now = 121;
      await dispatch(listChanged({ change: { page: 2 } }), 500);
      expect([counts(), count(), isChanged()]).toEqual([2, 121, false]);
      await dispatch(listChanged({ change: { page: 1 } }), 500);
      expect(counts()).toBe(2);
    });

    describe('where the total comes later than the rows', () => {
      const atLate = () =>
        atJobs(120, (jobs) => ({
          listSearch: (call) => ({ reply: pageOf(call, null) }),
          listTotal: () => ({ reply: json({ total: jobs.now }), ms: 100 }),
        }));

      it('are counted again, once, when it is another one', async () => {
        const { jobs, dispatch, counts, count, isChanged, view } = await atLate();
        expect([counts(), count()]).toEqual([1, 120]);
        jobs.now = 121;
        await dispatch(listChanged({ change: { page: 2 } }), 500);
        expect([view().total, counts(), count(), isChanged()]).toEqual([121, 2, 121, false]);
        await dispatch(listChanged({ change: { page: 3 } }), 500);
        expect(counts()).toBe(2);
      });

      it('are counted once for a reload, also while its rows are being counted', async () => {
        const { jobs, dispatch, counts, count } = await atLate();
        jobs.now = 121;
        jobs.countMs = 400;
        await dispatch(listReloadRequested(), 1_000);
        expect([counts(), count()]).toEqual([2, 121]);
      });
    });

    it('are counted once for a reload, after its rows', async () => {
      const { jobs, dispatch, counts, count, isChanged } = await atJobs(12);
      jobs.now = 13;
      await dispatch(listReloadRequested());
      expect([counts(), count(), isChanged()]).toEqual([2, 13, false]);
    });

    it('say that there are others only after a newer count', async () => {
      const { jobs, dispatch, isChanged, count } = await atJobs(12);
      jobs.now = 13;
      await dispatch(eventOf(1, 'JOB'), 6_000);
      expect([count(), isChanged()]).toEqual([13, true]);
      await dispatch(listReloadRequested(), 15);
      expect(isChanged()).toBe(false);
    });
  });

  it('of two lists are counted with the filters that each of them has', async () => {
    const { calls, tab } = await atList(
      counted([9, 8, 7, 6, 5, 4, 3]),
      '/vms/compliance/reviewdocs/credentials?kind=LICENSE&status=ACTIVE',
    );
    expect(bodies(calls).map(({ selections }) => selections[0])).toEqual([
      { kind: ['LICENSE'], status: ['ACTIVE'], documentStatus: ['PENDING_REVIEW'] },
      { status: ['ACTIVE'], filesDue: ['yes'] },
    ]);
    expect(selectListTabs(tab.state()).slice(0, 3)).toMatchObject([{ count: 9 }, { count: 8 }, { count: 9 }]);
  });

  it('show the target of a dashboard link as the right tab', async () => {
    const { tab } = await atList({}, '/vms/jobs?jobStatusIds=CLOSED&subCategory=FILLED');
    expect(selectListTabs(tab.state()).find(({ current }) => current)?.label).toBe('Closed');
  });
});

describe('around the rows', () => {
  it('exports the list as shown, one file at a time', async () => {
    const { tab, dispatch, calls, view, clock } = await atList(
      { listExport: () => ({ reply: json({ file: '<file:1>', fileName: 'Jobs.csv', size: 5 }), ms: 400 }) },
      '/vms/jobs?hot=yes',
    );
    await dispatch(listColumnsChosen({ columns: ['status', 'number'] }));
    await dispatch(listExportRequested({ format: 'csv' }));
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(view().exporting).toBe(true);
    expect(calls('listExport')).toHaveLength(1);
    expect(calls('listExport')[0]!.body).toMatchObject({ filters: { hot: ['yes'] }, columns: ['status', 'number'] });
    await clock.advance(1_000);
    expect(view().exporting).toBe(false);
    expect(tab.faults).toEqual([]);
  });

  it('names the file after the page that was exported, wherever the user is when it arrives', async () => {
    const { dispatch, tab, clock } = await atList(
      { listExport: () => ({ reply: json({ file: '<file:1>', fileName: 'Jobs 2026-01-15.csv', size: 5 }), ms: 400 }) },
      '/vms/jobs/open',
    );
    const saved = jest.spyOn(tab.files, 'save');
    await dispatch(listExportRequested({ format: 'csv' }));
    await dispatch(navigateRequested({ to: '/vms/jobs/closed' }));
    await clock.advance(1_000);
    expect(saved.mock.calls.map(([, name]) => name)).toEqual(['Open Jobs 2026-01-15.csv']);
  });

  it('shows that an export failed, and can retry', async () => {
    const { dispatch, notices, view } = await atList({ listExport: () => ({ reply: 'unreachable' }) });
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(notices()).toEqual([expect.stringMatching(/^The list was not exported\. The server cannot be reached/)]);
    expect(view().exporting).toBe(false);
  });

  it('says that an exported file is too large, and what to do', async () => {
    const { dispatch, notices, view } = await atList({ listExport: () => ({ reply: 'tooLarge' }) });
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(notices()).toEqual([
      'The list was not exported. The file is larger than 50 MB. Set filters to export fewer rows.',
    ]);
    expect(view().exporting).toBe(false);
  });

  it('remembers the columns of each list in this browser, and ignores invalid stored values', async () => {
    const { tab, dispatch } = await atList();
    const names = () => selectColumns(tab.state()).map(({ name }) => name);
    const before = names();
    await dispatch(listColumnsChosen({ columns: ['facility', 'gone', 'number'] }));
    expect(names()).toEqual(['facility', 'number']);
    await dispatch(listColumnsChosen({ columns: null }));
    expect(names()).toEqual(before);
  });

  it('shows what the rows of a queue wait for, whatever columns were chosen for the whole list', async () => {
    const { tab, dispatch, storage } = await atList({}, '/vms/timesheets/disputequeue', {
      listColumns: '{"timesheets":["number"]}',
    });
    const names = () => selectColumns(tab.state()).map(({ name }) => name);
    expect(names()).toContain('disputeReason');
    await dispatch(listColumnsChosen({ columns: ['candidate', 'disputeReason'] }));
    expect(names()).toEqual(['candidate', 'disputeReason']);
    await dispatch(navigateRequested({ to: '/vms/timesheets/dashboard/travel' }));
    expect(names()).toEqual(['number']);
    expect(JSON.parse(storage.get('listColumns')!)).toEqual({
      timesheets: ['number'],
      'timesheets/disputequeue': ['candidate', 'disputeReason'],
    });
  });

  it('shows the columns of the address, which change there and leave those of this browser alone', async () => {
    const listColumns = '{"jobs":["facility"]}';
    const { tab, dispatch, search, storage, calls } = await atList(
      { listExport: () => ({ reply: json({ file: '<file:1>', fileName: 'Jobs.csv', size: 5 }) }) },
      '/vms/jobs?page=2&columns=status,number',
      { listColumns },
    );
    const names = () => selectColumns(tab.state()).map(({ name }) => name);
    expect(names()).toEqual(['status', 'number']);
    await dispatch(listScrolled({ step: selectScroll(tab.state()).step, top: 720 }));
    await dispatch(listColumnsChosen({ columns: ['number'] }));
    expect([search(), tab.state().arrivedBy, names()]).toEqual(['?page=2&columns=number', 'replace', ['number']]);
    expect(selectScroll(tab.state()).top).toBe(720);
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(calls('listExport')[0]!.body).toMatchObject({ columns: ['number'] });
    await dispatch(listFilterSet({ name: 'hot', values: ['yes'] }));
    expect(search()).toBe('?hot=yes&columns=number');
    const { to } = selectListTabs(tab.state()).find(({ label }) => label === 'Closed')!;
    expect(to).toBe('/vms/jobs/closed?hot=yes');
    const requested = calls('listSearch').length;
    await dispatch(listColumnsChosen({ columns: null }));
    expect(search()).toBe('?hot=yes&columns=');
    expect(names().length).toBeGreaterThan(2);
    expect(calls('listSearch')).toHaveLength(requested);
    expect(storage.get('listColumns')).toBe(listColumns);
    await dispatch(navigateRequested({ to: '/vms/jobs' }));
    expect(names()).toEqual(['facility']);
  });

  it('a change of columns that drops a filter leaves the scroll position of the next page at the top', async () => {
    const [other, department] = ['a0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000003'];
    const { tab, dispatch, search, notices } = await atList(
      {
        listOptions: () => ({
          reply: json({
            facilities: [{ value: FACILITY, label: 'Lakeside' }],
            departments: [{ value: department, label: 'ER', parent: other }],
          }),
        }),
      },
      `/vms/jobs?client=${FACILITY}&department=${department}&columns=status,number`,
    );
    const scroll = () => selectScroll(tab.state());
    await dispatch(listScrolled({ step: scroll().step, top: 720 }));
    await dispatch(listColumnsChosen({ columns: ['number'] }));
    expect([search(), notices().length, scroll().top]).toEqual([`?client=${FACILITY}&columns=number`, 1, 720]);
    await dispatch(listChanged({ change: { page: 2 } }));
    expect(scroll().top).toBe(0);
  });

  it('keeps the columns that another tab has stored for other lists', async () => {
    const kept = () => JSON.parse(storage.get('listColumns') ?? '{}') as object;
    const { dispatch, storage } = await atList({}, '/vms/jobs', { listColumns: '{"timesheets":["number"]}' });
    storage.set('listColumns', '{"submissions":["candidate"]}');
    await dispatch(listColumnsChosen({ columns: ['facility'] }));
    expect(kept()).toEqual({ submissions: ['candidate'], jobs: ['facility'] });
    await dispatch(listColumnsChosen({ columns: null }));
    expect(kept()).toEqual({ submissions: ['candidate'] });
  });

  it('restores the scroll position of the rows at each history entry', async () => {
    const { tab, dispatch } = await atList();
    const first = selectScroll(tab.state()).step;
    await dispatch(listScrolled({ step: first, top: 720 }));
    await dispatch(listChanged({ change: { page: 2 } }));
    expect(selectScroll(tab.state()).top).toBe(0);
    expect(tab.state().lists!.scrolls).toContainEqual({ step: first, top: 720 });
  });
});
