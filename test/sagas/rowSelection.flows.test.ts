/** Rows of a list that are selected, for actions and exports, with a scripted server in virtual time. */
import type { EndpointName } from '../../contract/endpoints';
import type { HttpCall } from '../../sagas/base/ports/network';
import { LIST_MAX_CHOSEN } from '../../contract/lists/list';
import {
  listAllChosen,
  listChanged,
  listExportRequested,
  listFilterSet,
  listReloadRequested,
  listRowsSelected,
} from '../../sagas/features/lists/lists.slice';
import { selectChosenIds } from '../../sagas/features/lists/rowSelection/rowSelection.selectors';
import {
  recordActionPressed,
  recordActionsDone,
  recordActionsNeeded,
} from '../../sagas/features/recordActions/recordActions.intents';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { atList, json, pageOf, type Script } from '../support/atList';

describe('selected rows', () => {
  const ids = (...numbers: readonly number[]) =>
    numbers.map((number) => `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
  const DOCUMENTS = '/vms/compliance/reviewdocs/credentials';
  const requested = (calls: (endpoint: EndpointName) => readonly HttpCall[]) =>
    calls('recordStates').map(({ body }) => (body as { recordIds: string[] }).recordIds);
  const states: Script = { recordStates: () => ({ reply: json({ records: [] }) }) };

  it('are loaded once, for the buttons of the possible actions', async () => {
    const { calls, dispatch } = await atList(states, DOCUMENTS);
    await dispatch(listRowsSelected({ ids: ids(1, 2), chosen: true }), 500);
    await dispatch(listRowsSelected({ ids: ids(3), chosen: true }), 500);
    await dispatch(listRowsSelected({ ids: ids(3), chosen: false }), 500);
    expect(requested(calls)).toEqual([ids(1, 2), ids(3)]);
  });

  it('stay selected if an action failed for them, and the list shows the others', async () => {
    const { calls, dispatch, tab } = await atList(states, DOCUMENTS);
    await dispatch(listRowsSelected({ ids: ids(1, 2, 3), chosen: true }), 500);
    const before = calls('listSearch').length;
    await dispatch(recordActionsDone({ kind: 'document', action: 'approve', done: ids(1, 3) }), 500);
    expect(selectChosenIds(tab.state())).toEqual(ids(2));
    expect(calls('listSearch')).toHaveLength(before + 1);
  });

  it('are deselected once they are acted on from another page', async () => {
    const { dispatch, tab } = await atList(states, DOCUMENTS);
    await dispatch(listRowsSelected({ ids: ids(1, 2, 3), chosen: true }), 500);
    await dispatch(navigateRequested({ to: '/vms/allCandidates' }), 500);
    await dispatch(recordActionsDone({ kind: 'document', action: 'approve', done: ids(1) }), 500);
    await dispatch(navigateRequested({ to: DOCUMENTS }), 500);
    expect(selectChosenIds(tab.state())).toEqual(ids(2, 3));
  });

  const slowWithFilters = (call: HttpCall) => {
    const { filters } = call.body as { filters: Record<string, unknown> };
    return 'status' in filters ? 1_000 : 10;
  };

  it('are never rows of the previous filters, which stay on the screen until the next ones arrive', async () => {
    const { dispatch, tab, view, clock } = await atList(
      { ...states, listSearch: (call) => ({ reply: pageOf(call), ms: slowWithFilters(call) }) },
      DOCUMENTS,
    );
    await dispatch(listFilterSet({ name: 'status', values: ['ACTIVE'] }));
    expect(view().stale).toBe(true);
    await dispatch(listRowsSelected({ ids: view().rows.map(({ id }) => id), chosen: true }));
    await clock.advance(1_000);
    expect(view().stale).toBe(false);
    expect(selectChosenIds(tab.state())).toEqual([]);
  });

  it('are not replaced by all rows of the previous filters, if those arrive late', async () => {
    const { dispatch, tab, clock, notices } = await atList(
      { ...states, listIds: () => ({ reply: json({ ids: ids(7, 8), complete: false }), ms: 2_000 }) },
      DOCUMENTS,
    );
    await dispatch(listAllChosen());
    await dispatch(listFilterSet({ name: 'status', values: ['ACTIVE'] }));
    await dispatch(listRowsSelected({ ids: ids(1), chosen: true }));
    await clock.advance(3_000);
    expect(selectChosenIds(tab.state())).toEqual(ids(1));
    expect(notices()).toEqual([]);
  });

  it('can be all rows of the next filters while those of the previous ones are on the way', async () => {
    const { dispatch, tab } = await atList(
      {
        ...states,
        listIds: (call) => ({ reply: json({ ids: ids(7, 8), complete: true }), ms: 1_010 - slowWithFilters(call) }),
      },
      DOCUMENTS,
    );
    await dispatch(listAllChosen());
    await dispatch(listFilterSet({ name: 'status', values: ['ACTIVE'] }));
    await dispatch(listAllChosen());
    expect(selectChosenIds(tab.state())).toEqual(ids(7, 8));
  });

  describe('while all that match are on the way', () => {
    const [one = '', two = '', three = ''] = ids(1, 2, 3);
    const choosingAll = async () => {
      const page = await atList(
        { ...states, listIds: () => ({ reply: json({ ids: [one, two, three], complete: true }), ms: 2_000 }) },
        DOCUMENTS,
      );
      await page.dispatch(listRowsSelected({ ids: [one, two], chosen: true }), 500);
      await page.dispatch(listAllChosen(), 500);
      return page;
    };

    it('stay deselected if they are deselected then', async () => {
      const { dispatch, tab } = await choosingAll();
      await dispatch(listRowsSelected({ ids: [two], chosen: false }), 3_000);
      expect(selectChosenIds(tab.state())).toEqual([one, three]);
    });

    it('are selected if they are selected again then', async () => {
      const { dispatch, tab } = await choosingAll();
      await dispatch(listRowsSelected({ ids: [two], chosen: false }), 100);
      await dispatch(listRowsSelected({ ids: [two], chosen: true }), 3_000);
      expect(selectChosenIds(tab.state())).toEqual([one, two, three]);
    });

    it('are only those that are selected after the selection is cleared then', async () => {
      const { dispatch, tab } = await choosingAll();
      await dispatch(listRowsSelected({ ids: [one, two], chosen: false }), 100);
      await dispatch(listRowsSelected({ ids: [two], chosen: true }), 3_000);
      expect(selectChosenIds(tab.state())).toEqual([two]);
    });

    it('are none if the selection is cleared then, also if the answer is a failure', async () => {
      const { dispatch, tab, notices } = await choosingAll();
      await dispatch(listRowsSelected({ ids: [one, two], chosen: false }), 3_000);
      expect(selectChosenIds(tab.state())).toEqual([]);
      const failing = await atList({ ...states, listIds: () => ({ reply: 'unreachable', ms: 2_000 }) }, DOCUMENTS);
      await failing.dispatch(listRowsSelected({ ids: [one], chosen: true }), 500);
      await failing.dispatch(listAllChosen(), 500);
      await failing.dispatch(listRowsSelected({ ids: [one], chosen: false }), 3_000);
      expect([notices(), failing.notices()]).toEqual([[], []]);
    });
  });

  it('of many pages are as many as can be exported, with a message if there are more', async () => {
    const { dispatch, tab, notices, calls } = await atList(states, DOCUMENTS);
    const all = ids(...Array.from({ length: LIST_MAX_CHOSEN + 20 }, (_, n) => n));
    for (let from = 0; from < all.length; from += 500) {
      await dispatch(listRowsSelected({ ids: all.slice(from, from + 500), chosen: true }), 500);
    }
    expect(selectChosenIds(tab.state())).toEqual(all.slice(0, LIST_MAX_CHOSEN));
    expect(notices()).toEqual(['The first 1,000 are selected. Act on them, then select the next.']);
    expect(requested(calls).flat()).toHaveLength(LIST_MAX_CHOSEN);
  });

  it('of the audit are exported as lines of JSON, without the others', async () => {
    const { calls, dispatch } = await atList({}, '/vms/admin/audit?outcome=refused');
    await dispatch(listRowsSelected({ ids: ids(1, 2), chosen: true }), 500);
    await dispatch(listExportRequested({ format: 'jsonl' }));
    expect(calls('auditLines').map(({ body }) => body)).toEqual([
      { filters: { outcome: ['refused'] }, sort: '-at', ids: ids(1, 2) },
    ]);
  });

  describe('that have changed', () => {
    const TIMESHEETS = '/vms/timesheets/dashboard/travel';
    const [ONE = '', OTHER = ''] = ids(1, 2);
    const MINUTES = [0, 36 * 60, 60 * 60];
    const sheet = (recordId: string, version: number) => ({
      recordId,
      name: `Timesheet ${Number(recordId.slice(-6))} of Ann Smith`,
      version,
      state: { status: 'SUBMITTED', expense: 'NONE' },
      defaults: {},
      changedAt: null,
      changedBy: 'Dana Brooks',
      lastAction: null,
    });
    /** A list of two timesheets, of which the first can be changed from 36 to 60 hours. */
    const atSheets = async (act: Script = {}, pages = [[ONE, OTHER]]) => {
      const now = { version: 1 };
      const versionOf = (id: string) => (id === ONE ? now.version : 1);
      const page = await atList(
        {
          listSearch: ({ body }) => {
            const { page: number } = body as { page: number };
            const rows = (pages[number - 1] ?? []).map((id) => ({
              id,
              version: versionOf(id),
              hours: MINUTES[versionOf(id)] ?? 0,
            }));
            return { reply: json({ rows, total: 2, page: number, size: 50 }) };
          },
          recordStates: ({ body }) => ({
            reply: json({
              records: (body as { recordIds: string[] }).recordIds.map((id) => sheet(id, versionOf(id))),
            }),
          }),
          performRecordAction: () => ({
            reply: json({
              results: [
                {
                  outcome: 'changed',
                  sentence: 'Timesheet 1 of Ann Smith was changed by Dana Brooks.',
                  record: sheet(ONE, now.version),
                  undoSeconds: null,
                },
              ],
            }),
          }),
          ...act,
        },
        TIMESHEETS,
      );
      /** The first one loads the sagas of actions, which takes no virtual time. */
      const choose = async (...chosen: readonly string[]) => {
        await page.dispatch(listRowsSelected({ ids: chosen, chosen: true }), 0);
        for (let turns = 0; turns < 500 && page.tab.state().recordActions === undefined; turns += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        await page.clock.advance(500);
      };
      const changeElsewhere = () => {
        now.version += 1;
      };
      return {
        ...page,
        choose,
        changeElsewhere,
        chosen: () => selectChosenIds(page.tab.state()),
        hours: () => page.view().rows.map(({ hours }) => hours),
        sentVersions: () =>
          page
            .calls('performRecordAction')
            .flatMap(({ body }) => (body as { records: { version: number }[] }).records.map(({ version }) => version)),
      };
    };
    const approve = recordActionPressed({ kind: 'timesheet', ids: [ONE], action: 'approve' });
    const NOTICE =
      'Timesheet 1 of Ann Smith was changed after this list was loaded, so it is not selected. Look at its new values, then select it again.';

    it('have the buttons and the version of what the list shows next', async () => {
      const { choose, changeElsewhere, chosen, calls, dispatch, hours, sentVersions, notices } = await atSheets();
      await choose(ONE, OTHER);
      changeElsewhere();
      await dispatch(listReloadRequested(), 500);
      expect([hours()[0], chosen(), notices()]).toEqual([MINUTES[2], [ONE, OTHER], []]);
      expect(requested(calls)).toEqual([[ONE, OTHER], [ONE]]);
      await dispatch(listReloadRequested(), 500);
      expect(requested(calls)).toHaveLength(2);
      await dispatch(approve, 500);
      expect(sentVersions()).toEqual([2]);
    });

    it('before they are selected are deselected, and the list shows their new values', async () => {
      const { choose, changeElsewhere, chosen, hours, notices } = await atSheets();
      changeElsewhere();
      await choose(ONE, OTHER);
      expect([chosen(), hours(), notices()]).toEqual([[OTHER], [MINUTES[2], MINUTES[1]], [NOTICE]]);
      await choose(ONE);
      expect([chosen(), notices()]).toEqual([[OTHER, ONE], [NOTICE]]);
    });

    it('are also deselected if another part of the page has loaded them since', async () => {
      const { choose, changeElsewhere, chosen, dispatch, notices } = await atSheets();
      await choose(ONE);
      changeElsewhere();
      await dispatch(recordActionsNeeded({ kind: 'timesheet', ids: [ONE] }), 500);
      expect([chosen(), notices()]).toEqual([[], [NOTICE]]);
    });

    it('are deselected at once if their new state was already known, so that no action is offered', async () => {
      const { choose, changeElsewhere, chosen, dispatch, hours } = await atSheets();
      await choose(OTHER);
      changeElsewhere();
      await dispatch(recordActionsNeeded({ kind: 'timesheet', ids: [ONE] }), 500);
      expect(hours()).toEqual([MINUTES[1], MINUTES[1]]);
      await dispatch(listRowsSelected({ ids: [ONE], chosen: true }), 0);
      expect(chosen()).toEqual([OTHER]);
    });

    it('after they were selected are refused by the server, and the list shows what the next press acts on', async () => {
      const { choose, changeElsewhere, dispatch, hours, sentVersions, chosen, notices } = await atSheets();
      await choose(ONE);
      changeElsewhere();
      await dispatch(approve, 500);
      expect([sentVersions(), hours()[0], chosen()]).toEqual([[1], MINUTES[2], [ONE]]);
      expect(notices()).toEqual([expect.stringContaining('was changed by Dana Brooks')]);
      await dispatch(approve, 500);
      expect(sentVersions()).toEqual([1, 2]);
    });

    it.each([
      ['the only one', [ONE]],
      ['one of several', [ONE, OTHER]],
    ])('on another page are deselected if an action on %s was refused: nobody saw what is new', async (_, of) => {
      const refused = { outcome: 'changed', sentence: 'It was changed by Dana Brooks.', record: sheet(ONE, 2) };
      const { choose, changeElsewhere, dispatch, chosen, notices } = await atSheets(
        {
          performRecordAction: ({ body }) => {
            const { records } = body as { records: { recordId: string }[] };
            const results = records.map(({ recordId }) =>
              recordId === ONE ? { ...refused, undoSeconds: null } : { ...done, record: sheet(OTHER, 2) },
            );
            return { reply: json({ results }) };
          },
        },
        [[ONE], [OTHER]],
      );
      await choose(ONE);
      await dispatch(listChanged({ change: { page: 2 } }), 500);
      await choose(OTHER);
      changeElsewhere();
      await dispatch(recordActionPressed({ kind: 'timesheet', ids: of, action: 'approve' }), 500);
      expect(chosen()).toEqual([OTHER].filter((id) => !of.includes(id)));
      expect(notices().at(-1)).toBe(NOTICE);
    });

    const done = { outcome: 'done', sentence: null, record: sheet(ONE, 2), undoSeconds: 10 };

    it('by the user’s own action are not reported as changed', async () => {
      const { choose, changeElsewhere, dispatch, chosen, notices } = await atSheets({
        performRecordAction: () => ({ reply: json({ results: [done] }), ms: 1_000 }),
      });
      await choose(ONE, OTHER);
      await dispatch(approve, 500);
      changeElsewhere();
      await dispatch(recordActionsNeeded({ kind: 'timesheet', ids: [ONE] }), 2_000);
      expect([chosen(), notices()]).toEqual([[OTHER], ['Timesheet 1 of Ann Smith: you approved it.']]);
    });

    it('by the user’s own action on another page can be selected again, until another user changes them', async () => {
      const { choose, changeElsewhere, dispatch, chosen, notices } = await atSheets(
        {
          performRecordAction: () => ({ reply: json({ results: [done] }) }),
          listIds: () => ({ reply: json({ ids: [ONE, OTHER], complete: true }) }),
        },
        [[ONE], [OTHER]],
      );
      await choose(ONE);
      await dispatch(listChanged({ change: { page: 2 } }), 500);
      changeElsewhere();
      await dispatch(approve, 500);
      await dispatch(listAllChosen(), 500);
      expect([chosen(), notices()]).toEqual([[ONE, OTHER], ['Timesheet 1 of Ann Smith: you approved it.']]);
      changeElsewhere();
      await dispatch(listAllChosen(), 500);
      expect([chosen(), notices().at(-1)]).toEqual([[OTHER], NOTICE]);
    });
  });

  it('without actions are not loaded', async () => {
    const { calls, dispatch, tab } = await atList(states, '/vms/allCandidates');
    await dispatch(listRowsSelected({ ids: ids(1), chosen: true }), 500);
    expect(selectChosenIds(tab.state())).toEqual(ids(1));
    expect(requested(calls)).toEqual([]);
  });
});
