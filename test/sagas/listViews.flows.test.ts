/** Saved views of lists with a scripted server: what they open, what is saved, and the default of the menu. */
import { selectColumns } from '../../sagas/features/lists/lists.selectors';
import { listReloadRequested } from '../../sagas/features/lists/lists.slice';
import { selectViews } from '../../sagas/features/lists/views/views.selectors';
import {
  viewChosen,
  viewSaveRequested,
  viewsOpened,
  type SavedView,
} from '../../sagas/features/lists/views/views.slice';
import { historyStepRequested, menuPressed, navigateRequested } from '../../sagas/navigation/location/location.slice';
import { atList, json, type Script } from '../support/atList';

const view = (change: Partial<SavedView> = {}): SavedView => ({
  id: 'e0000000-0000-4000-8000-000000000002',
  name: 'Hot ones',
  shared: false,
  default: false,
  own: true,
  owner: 'Vera Marsh',
  part: 'jobs/open',
  filters: { hot: ['yes'] },
  q: '',
  sort: '-daysOpen',
  columns: null,
  ...change,
});
const offering = (views: () => readonly SavedView[], more: Script = {}): Script => ({
  listViews: () => ({ reply: json({ views: views(), mayShare: true }) }),
  saveListView: () => ({ reply: json({ id: view().id }) }),
  ...more,
});
/** At a list, with its views loaded. */
async function atViews(script: Script, path?: string, stored?: Readonly<Record<string, string>>) {
  const page = await atList(script, path, stored);
  await page.dispatch(viewsOpened());
  return {
    ...page,
    names: () => selectColumns(page.tab.state()).map(({ name }) => name),
    shown: () => selectViews(page.tab.state())!.views!,
    path: () => page.tab.state().location!.pathname + page.search(),
    saved: () => page.calls('saveListView').map(({ body }) => body as Record<string, unknown>),
    pressMenu: async (to: string, ms = 100) => {
      await page.dispatch(menuPressed({ to }), 0);
      await page.dispatch(navigateRequested({ to }), ms);
    },
  };
}
const save = () => viewSaveRequested({ id: null, name: 'Mine', shared: false, default: false, shown: true });

describe('the columns of a view', () => {
  const listColumns = '{"jobs":["facility"]}';

  it.each([
    ['its own', ['status', 'number'], 'status,number'],
    ['the default ones', null, ''],
  ])(
    '%s are in the address; those chosen in this browser stay, and apply after Back',
    async (_which, columns, text) => {
      const { dispatch, names, path, shown, storage } = await atViews(
        offering(() => [view({ columns })]),
        '/vms/jobs',
        { listColumns },
      );
      await dispatch(viewChosen({ id: view().id }));
      expect(path()).toBe(`/vms/jobs/open?hot=yes&sort=-daysOpen&columns=${text}`);
      expect(shown()).toMatchObject([{ current: true, updatable: false }]);
      if (columns === null) expect(names().length).toBeGreaterThan(2);
      else expect(names()).toEqual(columns);
      expect(storage.get('listColumns')).toBe(listColumns);
      await dispatch(historyStepRequested(-1));
      expect([path(), names()]).toEqual(['/vms/jobs', ['facility']]);
    },
  );

  it('are saved as they are shown: without those that another user of this browser has chosen', async () => {
    const { dispatch, saved } = await atViews(
      offering(() => []),
      '/vms/jobs',
      { listColumns: '{"jobs":["number","gone","number"]}' },
    );
    await dispatch(save());
    expect(saved()).toMatchObject([{ columns: ['number'] }]);
  });

  it('are the default ones where none of the chosen columns exists', async () => {
    const { dispatch, saved } = await atViews(
      offering(() => []),
      '/vms/jobs',
      { listColumns: '{"jobs":["gone"]}' },
    );
    await dispatch(save());
    expect(saved()).toMatchObject([{ columns: null }]);
  });
});

describe('a view of what no longer exists', () => {
  it('opens without it, says so, and can be updated', async () => {
    const gone = view({ sort: '-gone', columns: ['number', 'constructor'], filters: { hot: ['yes'], gone: ['x'] } });
    const { dispatch, path, shown, notices, saved } = await atViews(offering(() => [gone]));
    await dispatch(viewChosen({ id: gone.id }));
    expect(path()).toBe('/vms/jobs/open?hot=yes&columns=number');
    expect(notices()).toEqual([
      "The view 'Hot ones' is shown without parts that no longer exist or that you may not see: the filter gone, the order by gone, the column constructor.",
    ]);
    expect(shown()).toMatchObject([{ current: true, updatable: true }]);
    await dispatch(viewSaveRequested({ id: gone.id, shown: true }));
    expect(saved()).toMatchObject([{ filters: { hot: ['yes'] }, columns: ['number'] }]);
  });

  it('opens in the place of a tab that is gone, is shown as the current one, and can be updated', async () => {
    const gone = view({ part: 'jobs/gone' });
    const { dispatch, path, shown, notices, saved } = await atViews(offering(() => [gone]));
    await dispatch(viewChosen({ id: gone.id }));
    expect(path()).toBe('/vms/jobs?hot=yes&sort=-daysOpen&columns=');
    expect(notices()).toEqual([
      "The view 'Hot ones' is shown without parts that no longer exist or that you may not see: the tab jobs/gone.",
    ]);
    expect(shown()).toMatchObject([{ current: true, updatable: true }]);
    await dispatch(viewSaveRequested({ id: gone.id, shown: true }));
    expect(saved()).toMatchObject([{ part: 'jobs' }]);
  });
});

describe('a change of a view', () => {
  it('sends only what is changed, so that what another tab saved in it stays', async () => {
    const { dispatch, saved, notices } = await atViews(offering(() => [view()]));
    const { id } = view();
    await dispatch(viewSaveRequested({ id, name: ' Cold ones ' }));
    await dispatch(viewSaveRequested({ id, shared: true }));
    await dispatch(viewSaveRequested({ id, default: true }));
    await dispatch(viewSaveRequested({ id, shown: true }));
    expect(saved()).toEqual([
      { viewId: id, name: 'Cold ones' },
      { viewId: id, shared: true },
      { viewId: id, default: true },
      { viewId: id, part: 'jobs', filters: {}, q: '', sort: '-postedAt', columns: null },
    ]);
    expect(notices()).toEqual([
      "The view 'Cold ones' has been saved.",
      "The view 'Hot ones' has been saved.",
      "The view 'Hot ones' has been updated.",
    ]);
  });
});

describe('a view that was deleted elsewhere', () => {
  it('is not saved without a word', async () => {
    let views = [view()];
    const { dispatch, tab, notices, saved } = await atViews(offering(() => views));
    views = [];
    await dispatch(viewsOpened());
    await dispatch(viewSaveRequested({ id: view().id, name: 'Cold ones' }));
    const sentence =
      'This view is no longer there, so it was not changed. Please close this window and save what is shown as a new view.';
    expect(selectViews(tab.state())).toMatchObject({ saving: false, saveFailure: sentence, saves: 0 });
    expect([notices(), saved()]).toEqual([[sentence], []]);
  });

  it.each([
    ['deleted', [], '/vms/jobs'],
    [
      'replaced',
      [view({ id: 'e0000000-0000-4000-8000-000000000003', default: true, part: 'jobs/closed', filters: {} })],
      '/vms/jobs/closed?sort=-daysOpen&columns=',
    ],
  ])('or %s there as the default no longer opens from the menu', async (_how, after, address) => {
    let views = [view({ default: true })];
    const { pressMenu, path } = await atViews(
      offering(() => views),
      '/vms/jobs/closed',
    );
    await pressMenu('/vms/jobs');
    expect(path()).toBe('/vms/jobs/open?hot=yes&sort=-daysOpen&columns=');
    views = after;
    await pressMenu('/vms/jobs');
    expect(path()).toBe(address);
  });
});

describe('the default view', () => {
  const opened = '/vms/jobs/open?hot=yes&sort=-daysOpen&columns=';
  /** The default view is known; `answer` is that of the server from then on. */
  const atKnown = (answer: NonNullable<Script['listViews']>) => {
    let asked = 0;
    const known = { reply: json({ views: [view({ default: true })], mayShare: true }) };
    return atViews({ listViews: (call) => ((asked += 1) === 1 ? known : answer(call)) }, '/vms/jobs/closed');
  };
  const late = () => ({ reply: json({ views: [], mayShare: true }), ms: 5_000 });

  it('opens as it was known where the server cannot be reached', async () => {
    const { pressMenu, path } = await atKnown(() => ({ reply: 'unreachable' }));
    await pressMenu('/vms/jobs');
    expect(path()).toBe(opened);
  });

  it('opens as it was known where the server takes longer than a moment', async () => {
    const { pressMenu, path, clock } = await atKnown(late);
    await pressMenu('/vms/jobs', 250);
    expect(path()).toBe('/vms/jobs');
    await clock.advance(100);
    expect(path()).toBe(opened);
    await clock.advance(10_000);
    expect(path()).toBe(opened);
  });

  it('opens as the server had it at the last press, although that answer came too late for that press', async () => {
    const { pressMenu, path, view: list } = await atKnown(late);
    await pressMenu('/vms/jobs', 10_000);
    expect(path()).toBe(opened);
    await pressMenu('/vms/jobs', 1_000);
    expect(path()).toBe('/vms/jobs');
    expect(list()).toMatchObject({ phase: 'full', busy: false });
  });

  it('is loaded alone, without the whole list before it', async () => {
    const { pressMenu, path, calls, last, view: list, clock } = await atKnown(late);
    const before = calls('listSearch').length;
    await pressMenu('/vms/jobs', 250);
    expect(calls('listSearch')).toHaveLength(before);
    expect(list().busy).toBe(true);
    await clock.advance(1_000);
    expect([path(), calls('listSearch').length]).toEqual([opened, before + 1]);
    expect(last()).toMatchObject({ filters: { hot: ['yes'] } });
    expect(list()).toMatchObject({ phase: 'full', busy: false });
  });

  it.each([
    ['deleted elsewhere', () => ({ reply: json({ views: [], mayShare: true }), ms: 100 })],
    ['known, but another entry of the menu is opened in another tab', late],
  ])('leaves the whole list where it is %s', async (how, answer) => {
    const { pressMenu, dispatch, path, calls, last, view: list, clock } = await atKnown(answer);
    const before = calls('listSearch').length;
    await pressMenu('/vms/jobs', 50);
    if (how.startsWith('known')) await dispatch(menuPressed({ to: '/vms/timesheets' }));
    await clock.advance(1_000);
    expect([path(), calls('listSearch').length]).toEqual(['/vms/jobs', before + 1]);
    expect(last()).toMatchObject({ filters: {} });
    expect(list()).toMatchObject({ phase: 'full', busy: false });
  });

  it('is not waited for once a link leads to the list', async () => {
    const { pressMenu, dispatch, path, calls, last, view: list } = await atKnown(late);
    const before = calls('listSearch').length;
    await pressMenu('/vms/jobs', 50);
    await dispatch(navigateRequested({ to: '/vms/jobs?columns=' }), 100);
    expect([path(), calls('listSearch').length]).toEqual(['/vms/jobs?columns=', before + 1]);
    expect(last()).toMatchObject({ filters: {} });
    expect(list()).toMatchObject({ phase: 'full', busy: false });
  });

  it('set for a list that the menu has opened does not keep it from being loaded again', async () => {
    let views: readonly SavedView[] = [];
    const {
      pressMenu,
      dispatch,
      path,
      calls,
      view: list,
    } = await atViews(
      offering(() => views),
      '/vms/jobs/closed',
    );
    await pressMenu('/vms/jobs');
    views = [view({ default: true })];
    await dispatch(viewsOpened());
    const before = calls('listSearch').length;
    await dispatch(listReloadRequested());
    expect([path(), calls('listSearch').length]).toEqual(['/vms/jobs', before + 1]);
    expect(list()).toMatchObject({ phase: 'full', busy: false });
  });

  it('opens where its entry of the menu is pressed twice: the second press replaces the same address', async () => {
    const { pressMenu, dispatch, path } = await atKnown(late);
    await pressMenu('/vms/jobs', 50);
    await dispatch(menuPressed({ to: '/vms/jobs' }), 0);
    await dispatch(navigateRequested({ to: '/vms/jobs', replace: true }), 1_000);
    expect(path()).toBe(opened);
  });

  it('does not open where another link leads to the list that the menu has opened', async () => {
    let views: readonly SavedView[] = [];
    const { pressMenu, dispatch, path } = await atViews(
      offering(() => views),
      '/vms/jobs/closed',
    );
    await pressMenu('/vms/jobs');
    views = [view({ default: true })];
    await dispatch(navigateRequested({ to: '/vms/jobs', replace: true }), 1_000);
    expect(path()).toBe('/vms/jobs');
  });

  it('does not open over a page that was opened meanwhile', async () => {
    const { pressMenu, dispatch, path } = await atKnown(late);
    await pressMenu('/vms/jobs', 100);
    await dispatch(navigateRequested({ to: '/vms/jobs/open' }), 1_000);
    expect(path()).toBe('/vms/jobs/open');
  });
});
