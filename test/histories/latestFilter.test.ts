/**
 * Filters change while requests are in flight, and answers arrive late, in any order or never: a card shows the numbers
 * of the current filter, or none.
 */
import fc from 'fast-check';
import { DEFAULT_TIME_FRAME, type DashboardFilter } from '../../contract/dashboards/filter';
import { WIDGETS } from '../../contract/dashboards/widgets';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { toggled } from '../../sagas/features/dashboards/home/arrangementChanges';
import {
  selectArrangement,
  selectCardRequests,
  selectHome,
} from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { selectCardView } from '../../sagas/features/dashboards/home/cards.selectors';
import {
  cardRetried,
  cardsArranged,
  complianceViewChosen,
  timesheetViewChosen,
} from '../../sagas/features/dashboards/home/home.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, OPTIONS, OTHER_FACILITY, atDashboard } from '../support/dashboardServer';
import { cases } from '../support/cases';

const CHANGES = 8;
/** Of the virtual clock. */
const TODAY = '2026-01-15';
const HISTORIES = cases('histories of a changed filter', { usual: 20, long: 5_000 });

const frames = fc.constantFrom('YEAR_TO_DATE', 'MONTHLY_LAST_THIRTY_DAYS', 'WEEKLY_LAST_SEVEN_DAYS');
const form = fc.record(
  { timeFrame: frames, clientIds: fc.subarray([FACILITY, OTHER_FACILITY]), jobTypes: fc.subarray(['TRAVEL', 'PERM']) },
  { requiredKeys: ['timeFrame'] },
);
const widget = fc.constantFrom(...WIDGETS);
const step = fc.oneof(
  { weight: 6, arbitrary: form.map((each) => ({ kind: 'filter', form: each }) as const) },
  { weight: 1, arbitrary: fc.constantFrom('ACTIVE', 'BOOKED').map((view) => ({ kind: 'files', view }) as const) },
  { weight: 1, arbitrary: fc.constantFrom('facility', 'supplier').map((side) => ({ kind: 'side', side }) as const) },
  { weight: 1, arbitrary: widget.map((each) => ({ kind: 'retry', widget: each }) as const) },
  { weight: 1, arbitrary: widget.map((each) => ({ kind: 'toggle', widget: each }) as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'leave' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'back' } as const) },
);
const answer = fc.record({ ms: fc.integer({ min: 1, max: 400 }), fails: fc.integer({ max: 9, min: 0 }) });
const history = fc.record({
  steps: fc.array(fc.tuple(step, fc.integer({ min: 0, max: 300 })), { minLength: CHANGES, maxLength: CHANGES }),
  answers: fc.array(answer, { minLength: 7, maxLength: 31 }),
});

/** What the cards are filtered by: nothing in a field filters nothing, nor do job types that are not offered. */
const criteriaOf = ({ timeFrame, clientIds = [], jobTypes = [] }: DashboardFilter) => ({
  timeFrame,
  clientIds,
  jobTypes: jobTypes.filter((type) => OPTIONS.jobTypes.some(({ value }) => value === type)),
});

test(`no stale number in ${HISTORIES * CHANGES} changes`, async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, answers }) => {
      let requests = 0;
      // The last one applied on the dashboard; elsewhere there is nothing to filter.
      let applied: DashboardFilter = { timeFrame: DEFAULT_TIME_FRAME };
      let isAway = false;
      const at = await atDashboard({
        card: () => {
          const { ms, fails } = answers[requests++ % answers.length]!;
          return fails === 0 ? { ms, reply: 'unreachable' } : { ms };
        },
      });
      const { tab, clock, dispatch, numberOf } = at;
      const check = (when: string) => {
        const state = tab.state();
        for (const { widget: each, call, body } of selectCardRequests(state, TODAY)) {
          const view = selectCardView(state)(each);
          if (view === null || selectHome(state).cards[each]?.data == null) continue;
          expect([when, each, criteriaOf(body as DashboardFilter)]).toEqual([when, each, criteriaOf(applied)]);
          if (view.phase !== 'full') continue;
          expect([when, each, view.total]).toEqual([when, each, numberOf(call, body)]);
          compared += 1;
        }
        expect(tab.faults).toEqual([]);
      };
      for (const [each, ms] of steps) {
        switch (each.kind) {
          case 'filter':
            if (!isAway) applied = each.form;
            await dispatch(filterApplied({ form: each.form }), 0);
            break;
          case 'files':
            await dispatch(complianceViewChosen(each.view), 0);
            break;
          case 'side':
            await dispatch(timesheetViewChosen(each.side), 0);
            break;
          case 'retry':
            await dispatch(cardRetried({ widget: each.widget }), 0);
            break;
          case 'toggle': {
            const cards = toggled(selectArrangement(tab.state()), each.widget);
            if (cards !== null) await dispatch(cardsArranged({ cards }), 0);
            break;
          }
          case 'leave':
            isAway = true;
            await dispatch(navigateRequested({ to: '/vms/jobs' }), 0);
            break;
          case 'back':
            isAway = false;
            await dispatch(navigateRequested({ to: '/vms/dashboard' }), 0);
            break;
        }
        await clock.advance(1);
        check(`just after ${each.kind}`);
        await clock.advance(ms);
        check(`${ms} ms after ${each.kind}`);
      }
      await clock.advance(2_000);
      check('at the end');
      const state = tab.state();
      const unsettled = selectCardRequests(state, TODAY)
        .map(({ widget: each }) => selectCardView(state)(each)!)
        .filter(({ phase, busy }) => busy || phase === 'loading');
      expect(unsettled).toEqual([]);
    }),
    { numRuns: HISTORIES },
  );
  expect(compared).toBeGreaterThan(HISTORIES * CHANGES);
});
