/**
 * The rows, the search field and the filters of a list with a scripted server, in virtual time: the real root saga,
 * machines and reducers.
 */
import type { HttpAnswer, HttpCall } from '../../sagas/base/ports/network';
import { selectChoices, selectOpenFilters } from '../../sagas/features/lists/filterBar.selectors';
import { selectScroll } from '../../sagas/features/lists/lists.selectors';
import {
  listChanged,
  listFilterSet,
  listFiltersCleared,
  listOptionsRequested,
  listReloadRequested,
  listScrolled,
  listSearchSubmitted,
  listSearchTyped,
  listSortPressed,
} from '../../sagas/features/lists/lists.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, NOT_SCRIPTED, atList, json, pageOf } from '../support/atList';

describe('a list', () => {
  it('requests the rows of the address once, and shows them', async () => {
    const { calls, view, last } = await atList({}, '/vms/jobs?hot=yes&page=2&sort=number');
    expect(calls('listSearch')).toHaveLength(1);
    expect(last()).toMatchObject({ filters: { hot: ['yes'] }, page: 2, sort: 'number', size: 50 });
    expect(view()).toMatchObject({ phase: 'full', range: '51–51 of 214', lastPage: 5, busy: false });
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
    expect(view()).toMatchObject({ phase: 'full', range: '1–1 of …', total: null });
    await clock.advance(3_000);
    expect(view()).toMatchObject({ range: '1–1 of 1,000,000', lastPage: 20_000 });
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

  it('restores the scroll position of the rows at each history entry', async () => {
    const { tab, dispatch } = await atList();
    const first = selectScroll(tab.state()).step;
    await dispatch(listScrolled({ step: first, top: 720 }));
    await dispatch(listChanged({ change: { page: 2 } }));
    expect(selectScroll(tab.state()).top).toBe(0);
    expect(tab.state().lists!.scrolls).toContainEqual({ step: first, top: 720 });
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

  const HARBOR = 'a0000000-0000-4000-8000-000000000002';
  const growing = (later: () => HttpAnswer | 'unreachable') => {
    let reads = 0;
    const first = json({ facilities: [{ value: FACILITY, label: 'Lakeside' }] });
    return { listOptions: () => ({ reply: (reads += 1) === 1 ? first : later(), ms: 20 }) };
  };
  const both = json({
    facilities: [
      { value: FACILITY, label: 'Lakeside' },
      { value: HARBOR, label: 'Harbor' },
    ],
  });
  const choices = ({ tab }: Awaited<ReturnType<typeof atList>>) => selectChoices(tab.state());
  const names = (page: Parameters<typeof choices>[0]) => choices(page).of['client']?.map(({ label }) => label);

  it('are read again after five minutes, and stay until the new ones arrive', async () => {
    const page = await atList(growing(() => both));
    await page.dispatch(listOptionsRequested());
    await page.clock.advance(4 * 60_000);
    await page.dispatch(listOptionsRequested());
    expect([page.calls('listOptions').length, names(page)]).toEqual([1, ['Lakeside']]);
    await page.clock.advance(60_000);
    await page.dispatch(listOptionsRequested(), 10);
    expect([choices(page).state, names(page)]).toEqual(['ready', ['Lakeside']]);
    await page.clock.advance(20);
    expect([page.calls('listOptions').length, names(page)]).toEqual([2, ['Lakeside', 'Harbor']]);
  });

  it('stay if they cannot be read again', async () => {
    const page = await atList(growing(() => 'unreachable'));
    await page.dispatch(listOptionsRequested());
    await page.clock.advance(5 * 60_000);
    await page.dispatch(listOptionsRequested());
    expect(page.calls('listOptions')).toHaveLength(2);
    expect([choices(page).state, names(page)]).toEqual(['ready', ['Lakeside']]);
  });

  it('are read again for a link to one that has been added since', async () => {
    const { tab, dispatch, clock } = await atList(growing(() => both));
    await dispatch(listOptionsRequested());
    await clock.advance(5 * 60_000);
    await dispatch(navigateRequested({ to: `/vms/jobs?client=${HARBOR}` }), 100);
    expect(selectOpenFilters(tab.state()).find(({ name }) => name === 'client')?.text).toBe('Harbor');
  });

  it.each([
    [`jobs?client=${HARBOR}`, 'client', { value: HARBOR, label: 'No longer there' }],
    ['allCandidates?recruiter=Ann', 'recruiter', { value: 'Ann', label: 'Ann', of: 'No longer there' }],
  ])(
    'of %s include the chosen one although it is no longer there, so that it can be removed',
    async (at, name, choice) => {
      const page = await atList(
        { listOptions: () => ({ reply: json({ facilities: [], recruiters: [] }) }) },
        `/vms/${at}`,
      );
      await page.dispatch(listOptionsRequested());
      expect(choices(page).of[name]).toEqual([choice]);
    },
  );

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
