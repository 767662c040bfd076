/** The counts of a list's tabs with a scripted server, in virtual time. */
import type { EndpointName } from '../../contract/endpoints';
import type { NotificationCategory } from '../../contract/notifications/categories';
import type { HttpCall } from '../../sagas/base/ports/network';
import { listChanged, listReloadRequested } from '../../sagas/features/lists/lists.slice';
import { selectListTabs, selectNewCount } from '../../sagas/features/lists/tabs/tabs.selectors';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { notificationOf } from '../support/notificationServer';
import { atList, json, pageOf, type Script } from '../support/atList';

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

  it('are counted again, once, after events that arrive while they are being counted', async () => {
    const counts = { open: 1, ms: 10 };
    const { calls, dispatch, clock, tab } = await atList({
      listCounts: () => ({ reply: json({ totals: [0, 0, counts.open, 0, 0, 0, 9] }), ms: counts.ms }),
    });
    counts.ms = 5_000;
    await dispatch(eventOf(1, 'JOB'), 6_000);
    expect(calls('listCounts')).toHaveLength(2);
    counts.open = 2;
    counts.ms = 10;
    await dispatch(eventOf(2, 'JOB'), 1);
    // What does not concern the list does not hide what does.
    await dispatch(eventOf(3, 'BACK_OFFICE'), 1);
    await clock.advance(20_000);
    expect([calls('listCounts').length, selectListTabs(tab.state())[2]!.count]).toEqual([3, 2]);
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

  it('keep of a dashboard link only what its tab does not stand for, so that All has all rows', async () => {
    const { calls, tab } = await atList(
      counted([1, 2, 3, 4, 5, 6, 214]),
      '/vms/jobs?jobStatusIds=CLOSED&subCategory=FILLED&hot=yes',
    );
    const kept = { subCategory: ['FILLED'], hot: ['yes'] };
    const { selections } = bodies(calls)[0]!;
    expect(selections.slice(-2)).toEqual([{ ...kept, jobStatusIds: ['CLOSED'] }, kept]);
    expect(selectListTabs(tab.state()).slice(-2)).toMatchObject([
      { label: 'Closed', to: '/vms/jobs/closed?subCategory=FILLED&hot=yes', current: true, count: 6 },
      { label: 'All', to: '/vms/jobs?subCategory=FILLED&hot=yes', current: false, count: 214 },
    ]);
  });

  it('keep a filter by status that no tab stands for', async () => {
    const { tab } = await atList({}, '/vms/jobs?jobStatusIds=OPEN,CLOSED');
    expect(selectListTabs(tab.state()).at(-1)).toMatchObject({
      label: 'All',
      to: '/vms/jobs?jobStatusIds=OPEN,CLOSED',
      current: true,
    });
  });
});
