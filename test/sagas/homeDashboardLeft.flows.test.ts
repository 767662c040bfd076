/** What is saved on the home dashboard while it is left, with a scripted server that keeps it, in virtual time. */
import { WIDGETS } from '../../contract/dashboards/widgets';
import {
  selectFilters,
  selectForm,
  selectOptionsStatus,
} from '../../sagas/features/dashboards/filters/filters.selectors';
import {
  filterApplied,
  filtersCleared,
  searchDeleted,
  searchSaveRequested,
  type SearchToSave,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { ordered } from '../../sagas/features/dashboards/home/arrangement';
import { toggled } from '../../sagas/features/dashboards/home/arrangementChanges';
import { selectArrangement, selectStatuses } from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { cardsArranged, statusesArranged, statusesClosed } from '../../sagas/features/dashboards/home/home.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import {
  FACILITY,
  GONE,
  OPTIONS,
  atDashboard,
  json,
  refusal,
  savedSearch,
  type TimedReply,
} from '../support/dashboardServer';

type Options = typeof OPTIONS;
const SAVING_MS = 500;
const REPLACED = 'It was changed in another tab.';
const KPI = '/vms/supplierbidashboard/bussiness-analysis';

/** The home dashboard of a server that keeps what is saved; saving takes `SAVING_MS`. */
async function atKeepingServer(initial: Partial<Options> = {}, isDownAtFirst = false) {
  let home: Options = { ...OPTIONS, ...initial };
  let isDown = isDownAtFirst;
  const saves = (change: (body: never) => Partial<Options>) => (call: { readonly body?: unknown }) => {
    home = { ...home, ...change(call.body as never) };
    return { ms: SAVING_MS, reply: json({ id: GONE }) };
  };
  const textOf = (widget: string) => home.widgetStatuses.find(({ value }) => value === widget)?.label ?? '';
  const unless = (isReplaced: boolean, save: () => TimedReply): TimedReply =>
    isReplaced ? { ms: SAVING_MS, reply: refusal(409, 'conflict', REPLACED) } : save();
  const at = await atDashboard({
    script: {
      dashboardFilters: ({ query }) => ({
        reply: isDown ? 'unreachable' : json(query?.['dashboard'] === 'HOME' ? home : OPTIONS),
      }),
      saveStatusPreferences: (call) => {
        const { widgetType, before } = call.body as { widgetType: string; before: string };
        const save = saves(({ filter }: { filter: string }) => ({
          widgetStatuses: [
            ...home.widgetStatuses.filter(({ value }) => value !== widgetType),
            { value: widgetType, label: filter },
          ],
        }));
        return unless(before !== textOf(widgetType), () => save(call));
      },
      saveWidgetPreferences: (call) => {
        const save = saves(({ filter }: { filter: string }) => ({ widgetPreferences: filter }));
        return unless((call.body as { before: string }).before !== home.widgetPreferences, () => save(call));
      },
      saveDashboardFilter: saves(({ searchName, filter }: { searchName: string; filter: string }) => ({
        savedFilters: [savedSearch({ id: GONE, searchName, filter })],
      })),
      deleteDashboardFilter: saves(() => ({ savedFilters: [] })),
    },
  });
  const goTo = (to: string, ms = 60) => at.dispatch(navigateRequested({ to }), ms);
  return {
    ...at,
    goTo,
    breaks: (does: boolean) => (isDown = does),
    /** Another tab saves. */
    replaces: (change: Partial<Options>) => (home = { ...home, ...change }),
  };
}

const named: SearchToSave = {
  id: null,
  searchName: 'Mine',
  public: false,
  default: false,
  form: { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] },
};

describe('what is saved while the home dashboard is left', () => {
  it.each([
    ['before the selector has closed', 0],
    ['while they are saved', 100],
  ])('statuses: shown when the user is back, if left %s', async (_, closedMs) => {
    const at = await atKeepingServer();
    const chosen = () =>
      selectStatuses(at.tab.state())('JOBS')
        .filter(({ isSelected }) => isSelected)
        .map(({ code }) => code);
    const before = chosen();
    const fewer = toggled(selectStatuses(at.tab.state())('JOBS'), 'ON_HOLD')!;
    await at.dispatch(statusesArranged({ widget: 'JOBS', statuses: fewer }));
    if (closedMs > 0) await at.dispatch(statusesClosed({ widget: 'JOBS' }), closedMs);
    await at.goTo('/vms/jobs');
    // The selector is closed by leaving the page.
    if (closedMs === 0) await at.dispatch(statusesClosed({ widget: 'JOBS' }));
    await at.clock.advance(1_000);
    expect(at.notices()).toEqual(['Your selection has been saved.']);
    await at.goTo('/vms/dashboard', 1_000);
    expect(chosen()).toEqual(before.filter((code) => code !== 'ON_HOLD'));
  });

  it('statuses: an unchanged choice is not saved because the page was left', async () => {
    const at = await atKeepingServer();
    const fewer = toggled(selectStatuses(at.tab.state())('JOBS'), 'ON_HOLD')!;
    const choose = () => at.dispatch(statusesArranged({ widget: 'JOBS', statuses: fewer }));
    await choose();
    await at.dispatch(statusesClosed({ widget: 'JOBS' }), 1_000);
    await choose();
    await at.goTo('/vms/jobs');
    await at.dispatch(statusesClosed({ widget: 'JOBS' }), 1_000);
    expect(at.calls('saveStatusPreferences')).toHaveLength(1);
  });

  it('statuses: a choice made while another is saved is kept, and saved in its turn', async () => {
    const at = await atKeepingServer();
    const statuses = () => selectStatuses(at.tab.state())('JOBS');
    const isChosen = (code: string) => statuses().find((each) => each.code === code)?.isSelected;
    const choose = (code: string) =>
      at.dispatch(statusesArranged({ widget: 'JOBS', statuses: toggled(statuses(), code)! }), 0);
    await choose('ON_HOLD');
    await at.dispatch(statusesClosed({ widget: 'JOBS' }), 100);
    await choose('EXTENSION');
    await at.clock.advance(1_000);
    // The selector is still open.
    expect([isChosen('ON_HOLD'), isChosen('EXTENSION')]).toEqual([false, false]);
    expect(at.calls('saveStatusPreferences')).toHaveLength(1);
    await at.dispatch(statusesClosed({ widget: 'JOBS' }), 1_000);
    await at.goTo('/vms/jobs');
    await at.goTo('/vms/dashboard', 1_000);
    expect([isChosen('ON_HOLD'), isChosen('EXTENSION')]).toEqual([false, false]);
    expect(at.calls('saveStatusPreferences')).toHaveLength(2);
  });

  it('statuses: the saved choice made again while another is being saved is saved after it', async () => {
    const at = await atKeepingServer();
    const statuses = () => selectStatuses(at.tab.state())('JOBS');
    const all = statuses();
    const save = async (chosen: typeof all, ms: number) => {
      await at.dispatch(statusesArranged({ widget: 'JOBS', statuses: chosen }), 0);
      await at.dispatch(statusesClosed({ widget: 'JOBS' }), ms);
    };
    await save(all, 1_000);
    await save(toggled(all, 'ON_HOLD')!, 100);
    await save(all, 100);
    // Another card does not wait.
    const others = selectStatuses(at.tab.state())('SUBMISSIONS');
    await at.dispatch(statusesArranged({ widget: 'SUBMISSIONS', statuses: toggled(others, 'REJECTED')! }), 0);
    await at.dispatch(statusesClosed({ widget: 'SUBMISSIONS' }), 100);
    const sent = () => at.calls('saveStatusPreferences').map(({ body }) => (body as { widgetType: string }).widgetType);
    expect(sent()).toEqual(['JOBS', 'JOBS', 'SUBMISSIONS']);
    await at.clock.advance(2_000);
    expect(sent()).toEqual(['JOBS', 'JOBS', 'SUBMISSIONS', 'JOBS']);
    expect(statuses()).toEqual(all);
    await at.goTo('/vms/jobs');
    await at.goTo('/vms/dashboard', 1_000);
    expect(statuses()).toEqual(all);
  });

  it('cards: undo of the next move restores the saved arrangement, not the one before', async () => {
    const at = await atKeepingServer();
    const order = () => selectArrangement(at.tab.state()).map(({ code }) => code);
    const move = (first: 'JOBS' | 'INVOICE') =>
      at.dispatch(cardsArranged({ cards: ordered(selectArrangement(at.tab.state()), [first]) }), 2_000);
    await move('JOBS');
    const saved = order();
    expect(saved).not.toEqual(WIDGETS);
    await at.goTo('/vms/jobs');
    await at.goTo('/vms/dashboard', 1_000);
    await move('INVOICE');
    await at.dispatch(at.tab.state().notices!.shown.at(-1)!.undo!);
    expect(order()).toEqual(saved);
  });

  it.each(['/vms/jobs', KPI])('searches: in the list when the user is back from %s', async (other) => {
    const at = await atKeepingServer();
    const listed = () => selectFilters(at.tab.state()).options.HOME!.savedFilters.map(({ searchName }) => searchName);
    await at.dispatch(searchSaveRequested(named));
    await at.goTo(other, 1_000);
    await at.goTo('/vms/dashboard', 1_000);
    expect(listed()).toEqual(['Mine']);
    await at.dispatch(searchDeleted({ id: GONE }));
    await at.goTo(other, 1_000);
    await at.goTo('/vms/dashboard', 1_000);
    expect(listed()).toEqual([]);
  });

  it('searches: not applied to the dashboard that the user has moved to', async () => {
    const at = await atKeepingServer();
    await at.dispatch(searchSaveRequested({ ...named, apply: true }));
    await at.goTo(KPI);
    const before = [at.search(), selectForm(at.tab.state())];
    await at.clock.advance(1_000);
    expect(at.notices()).toEqual(["The search 'Mine' has been saved."]);
    expect([at.search(), selectForm(at.tab.state())]).toEqual(before);
  });

  it.each(['/vms/jobs', KPI])(
    'filters: undoing Clear All from %s restores those of the home dashboard only',
    async (other) => {
      const at = await atKeepingServer();
      const wanted = { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY] };
      await at.dispatch(filterApplied({ form: wanted }));
      await at.dispatch(filtersCleared({ dashboard: 'HOME' }));
      const undo = at.tab.state().notices!.shown.at(-1)!.undo!;
      await at.goTo(other, 1_000);
      const before = [at.search(), selectForm(at.tab.state())];
      await at.dispatch(undo);
      expect([at.search(), selectForm(at.tab.state())]).toEqual(before);
      await at.goTo('/vms/dashboard', 1_000);
      expect(selectForm(at.tab.state())).toEqual(wanted);
    },
  );

  it('choices that could not be fetched are fetched when the user is back', async () => {
    const at = await atKeepingServer();
    await at.dispatch(searchSaveRequested(named));
    await at.goTo('/vms/jobs');
    at.breaks(true);
    await at.clock.advance(5_000);
    at.breaks(false);
    await at.goTo('/vms/dashboard', 1_000);
    expect(selectFilters(at.tab.state()).options.HOME!.savedFilters).toHaveLength(1);
    expect(selectOptionsStatus(at.tab.state())).toBe('there');
  });

  describe('saved choices that could not be fetched on the way in', () => {
    const saved = ordered(
      WIDGETS.map((code) => ({ code, isSelected: code !== 'INVOICE' })),
      ['JOBS'],
    );
    const fewer = JSON.stringify([{ code: 'ON_HOLD', isSelected: false }]);
    const initial = { widgetPreferences: JSON.stringify(saved), widgetStatuses: [{ value: 'JOBS', label: fewer }] };
    type Scene = Awaited<ReturnType<typeof atKeepingServer>>;
    const move = ({ dispatch, tab }: Scene) =>
      dispatch(cardsArranged({ cards: ordered(selectArrangement(tab.state()), ['TIMESHEET']) }), 2_000);
    const chooseFewer = async ({ dispatch, tab }: Scene) => {
      const statuses = toggled(selectStatuses(tab.state())('JOBS'), 'EXTENSION')!;
      await dispatch(statusesArranged({ widget: 'JOBS', statuses }));
      await dispatch(statusesClosed({ widget: 'JOBS' }), 2_000);
    };
    const isChosen = ({ tab }: Scene, code: string) =>
      selectStatuses(tab.state())('JOBS').find((each) => each.code === code)?.isSelected;

    it('are not replaced by a move of a card: they are fetched and shown', async () => {
      const at = await atKeepingServer(initial, true);
      expect(selectArrangement(at.tab.state()).map(({ code }) => code)).toEqual(WIDGETS);
      at.breaks(false);
      await move(at);
      expect(at.calls('saveWidgetPreferences')).toEqual([]);
      expect(selectArrangement(at.tab.state())).toEqual(saved);
      expect(at.notices()).toEqual([
        'Your saved arrangement of the cards has been loaded. Please repeat your change; it was not saved.',
      ]);
      await move(at);
      expect(at.calls('saveWidgetPreferences')).toHaveLength(1);
      expect(selectArrangement(at.tab.state())).toEqual(ordered(saved, ['TIMESHEET']));
    });

    it('are not replaced while they still cannot be fetched, and are shown when the user is back', async () => {
      const at = await atKeepingServer(initial, true);
      await move(at);
      await move(at);
      expect(at.calls('saveWidgetPreferences')).toEqual([]);
      expect(selectArrangement(at.tab.state())[0]?.code).toBe('TIMESHEET');
      expect(at.notices().at(-1)).toBe(
        'Your saved arrangement of the cards could not be loaded. The cards stay as you see them until you leave; move one to try again.',
      );
      at.breaks(false);
      await at.goTo('/vms/jobs');
      await at.goTo('/vms/dashboard', 1_000);
      expect(selectArrangement(at.tab.state())).toEqual(saved);
      await move(at);
      expect(selectArrangement(at.tab.state())).toEqual(ordered(saved, ['TIMESHEET']));
    });

    it('are not replaced by a choice of statuses', async () => {
      const at = await atKeepingServer(initial, true);
      await chooseFewer(at);
      expect([at.calls('saveStatusPreferences'), at.notices().at(-1)]).toEqual([
        [],
        'Your saved selection could not be loaded, so your change was not saved. Check your connection and try again.',
      ]);
      at.breaks(false);
      await chooseFewer(at);
      expect([at.calls('saveStatusPreferences'), at.notices().at(-1)]).toEqual([
        [],
        'Your saved selection has been loaded. Please repeat your change; it was not saved.',
      ]);
      expect([isChosen(at, 'ON_HOLD'), isChosen(at, 'EXTENSION')]).toEqual([false, true]);
      await chooseFewer(at);
      expect(at.calls('saveStatusPreferences')).toHaveLength(1);
      expect([isChosen(at, 'ON_HOLD'), isChosen(at, 'EXTENSION')]).toEqual([false, false]);
    });
  });

  describe('what another tab has saved meanwhile', () => {
    const theirs = ordered(
      WIDGETS.map((code) => ({ code, isSelected: code !== 'INVOICE' })),
      ['JOBS'],
    );
    const replaced = { widgetPreferences: JSON.stringify(theirs) };
    const move = ({ dispatch, tab }: Awaited<ReturnType<typeof atKeepingServer>>, first: string, ms: number) =>
      dispatch(cardsArranged({ cards: ordered(selectArrangement(tab.state()), [first]) }), ms);
    const sent = ({ calls }: Awaited<ReturnType<typeof atKeepingServer>>) =>
      calls('saveWidgetPreferences').map(({ body }) => (body as { before: string }).before);

    it('of the cards is not replaced: it is shown, and then the change can be repeated', async () => {
      const at = await atKeepingServer();
      at.replaces(replaced);
      await move(at, 'TIMESHEET', 2_000);
      expect(at.notices()).toEqual([REPLACED]);
      expect(selectArrangement(at.tab.state())).toEqual(theirs);
      await move(at, 'TIMESHEET', 2_000);
      expect(at.notices().at(-1)).toBe('Your arrangement of the cards has been saved.');
      expect(sent(at)).toEqual(['', replaced.widgetPreferences]);
      expect(selectArrangement(at.tab.state())).toEqual(ordered(theirs, ['TIMESHEET']));
    });

    it('of the cards is not replaced by a move made before it was known either', async () => {
      const at = await atKeepingServer();
      at.replaces(replaced);
      await move(at, 'TIMESHEET', 700);
      await move(at, 'ASSIGNMENTS', 3_000);
      expect(sent(at)).toEqual(['']);
      expect(selectArrangement(at.tab.state())).toEqual(theirs);
    });

    it('of the cards is not replaced after it was fetched with other choices, while earlier ones are on screen', async () => {
      const at = await atKeepingServer();
      await move(at, 'TIMESHEET', 2_000);
      at.replaces(replaced);
      await at.dispatch(searchSaveRequested(named), 2_000);
      await move(at, 'ASSIGNMENTS', 2_000);
      expect(at.notices().at(-1)).toBe(REPLACED);
      expect(selectArrangement(at.tab.state())).toEqual(theirs);
    });

    it('of the cards is not replaced where it cannot be fetched: they stay, and the next move tries again', async () => {
      const at = await atKeepingServer();
      at.replaces(replaced);
      at.breaks(true);
      await move(at, 'TIMESHEET', 5_000);
      expect(at.notices()).toEqual([
        `${REPLACED} The cards stay as you see them until you leave; move one to try again.`,
      ]);
      expect(selectArrangement(at.tab.state())[0]?.code).toBe('TIMESHEET');
      at.breaks(false);
      await move(at, 'ASSIGNMENTS', 2_000);
      expect(sent(at)).toEqual(['', '']);
      expect(selectArrangement(at.tab.state())).toEqual(theirs);
    });

    it('is not what this tab is saving: moves made meanwhile are saved once, after it', async () => {
      const at = await atKeepingServer();
      await move(at, 'TIMESHEET', 700);
      await move(at, 'ASSIGNMENTS', 100);
      await move(at, 'INVOICE', 5_000);
      const codes = ['INVOICE', 'ASSIGNMENTS', 'TIMESHEET', 'SUBMISSIONS', 'JOBS', 'COMPLIANCE'];
      expect(selectArrangement(at.tab.state()).map(({ code }) => code)).toEqual(codes);
      expect(at.calls('saveWidgetPreferences')).toHaveLength(2);
      expect(at.notices().at(-1)).toBe('Your arrangement of the cards has been saved.');
    });

    it('of the statuses is not replaced: it is shown, and then the change can be repeated', async () => {
      const at = await atKeepingServer();
      const choose = async (code: string) => {
        const statuses = toggled(selectStatuses(at.tab.state())('JOBS'), code)!;
        await at.dispatch(statusesArranged({ widget: 'JOBS', statuses }));
        await at.dispatch(statusesClosed({ widget: 'JOBS' }), 2_000);
      };
      const hidden = () =>
        selectStatuses(at.tab.state())('JOBS')
          .filter(({ isSelected }) => !isSelected)
          .map(({ code }) => code);
      const fewer = JSON.stringify([{ code: 'ON_HOLD', isSelected: false }]);
      at.replaces({ widgetStatuses: [{ value: 'JOBS', label: fewer }] });
      await choose('EXTENSION');
      expect([at.notices(), hidden()]).toEqual([[REPLACED], ['ON_HOLD']]);
      await choose('EXTENSION');
      expect(at.notices().at(-1)).toBe('Your selection has been saved.');
      expect(hidden().sort()).toEqual(['EXTENSION', 'ON_HOLD']);
    });
  });

  it('choices that cannot be fetched are not missed on another dashboard', async () => {
    const at = await atKeepingServer();
    await at.dispatch(searchSaveRequested(named));
    await at.goTo(KPI);
    at.breaks(true);
    await at.clock.advance(5_000);
    expect(selectOptionsStatus(at.tab.state())).toBe('there');
  });
});
