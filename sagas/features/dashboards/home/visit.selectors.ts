/**
 * What needs the user, above the cards, and the changes beside their figures, each with the list of exactly these rows.
 */
import { createSelector } from 'reselect';
import { NEEDS_YOU_FIGURES, needsYouTarget } from '../../../../contract/dashboards/needsYou';
import { codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import type { BodyOf } from '../../../../contract/endpoints';
import { recentMomentText } from '../../../base/dates';
import {
  selectClientId,
  selectIsWallDisplay,
  selectPersistentQuery,
} from '../../../navigation/location/location.selectors';
import { selectUser } from '../../../session/session.selectors';
import { selectEffectiveForm } from '../filters/choices.selectors';
import { selectDashboardAt } from '../filters/filters.selectors';
import { DEFAULT_FORM } from '../filters/filterForm';
import { selectComplianceView, selectComplianceViews, selectHome, selectTimesheetView } from './cardRequests.selectors';
import { drillLink, linkTo } from './drillLinks';
import { selectVisit } from './visit.slice';

export interface Waiting {
  readonly code: string;
  readonly label: string;
  readonly count: number;
  /** Null for a list that the user may not open. */
  readonly to: string | null;
}

/** Without zeros; null until loaded for the chosen facility. */
export const selectNeedsYou = createSelector(
  [selectVisit, selectUser, selectComplianceViews, selectClientId, selectPersistentQuery, selectIsWallDisplay],
  ({ needs }, user, views, clientId, persistentQuery, isWallDisplay): readonly Waiting[] | null => {
    if (user === null || needs === null || needs.clientId !== clientId) return null;
    return (NEEDS_YOU_FIGURES[user.organizationType] ?? []).flatMap((figure) => {
      const { widget, code, label = codeLabel(widget, code) } = figure;
      const count = needs.figures.find((each) => each.widget === widget && each.code === code)?.count ?? 0;
      if (count === 0) return [];
      const target = needsYouTarget(figure, user.organizationType, views);
      return [
        { code, label, count, to: linkTo(target, null, { user, form: DEFAULT_FORM, persistentQuery, isWallDisplay }) },
      ];
    });
  },
);

/** The request for changes: the filter and the views of the cards. Null on other pages, and on a wall display. */
export const selectChangesRequest = createSelector(
  [
    selectEffectiveForm,
    selectClientId,
    selectComplianceView,
    selectTimesheetView,
    selectDashboardAt,
    selectIsWallDisplay,
  ],
  (form, clientId, complianceView, timesheetView, dashboard, isWallDisplay): BodyOf<'homeChanges'> | null =>
    form === null || dashboard !== 'HOME' || isWallDisplay
      ? null
      : { ...form, ...(clientId !== null && { clientId }), complianceView, timesheetView },
);

/** The changes under the filter of the cards; null before they are known. */
const selectChanges = createSelector([selectVisit, selectChangesRequest], ({ changes }, requested) =>
  changes !== null && requested !== null && changes.key === JSON.stringify(requested) ? changes : null,
);

/** Rows that came into a figure and rows that left it since the last visit. */
export interface FigureChange {
  readonly entered: number;
  readonly left: number;
  /** Null for a list that the user may not open. */
  readonly enteredTo: string | null;
  readonly leftTo: string | null;
}

/** How many rows entered and left a figure; null if none did, or until known. */
export const selectFigureChange = createSelector(
  [selectChanges, selectHome, selectUser, selectEffectiveForm, selectPersistentQuery],
  (changes, { cards }, user, form, persistentQuery) =>
    (widget: Widget, code: string): FigureChange | null => {
      const data = cards[widget]?.data ?? null;
      const found = changes?.figures.find((each) => each.widget === widget && each.code === code);
      if (changes === null || changes.since === null || found === undefined) return null;
      if (user === null || form === null || data === null) return null;
      const to = (direction: string) =>
        drillLink(
          widget,
          code,
          { user, form, data, persistentQuery, isWallDisplay: false },
          { change: [`${direction}@${changes.since}`] },
        );
      return { entered: found.entered, left: found.left, enteredTo: to('entered'), leftTo: to('left') };
    },
);

export interface SinceView {
  readonly text: string;
  /** There are some, which can be marked as seen. */
  readonly isNews: boolean;
}

/** Since when changes are shown, or that there are none; null before this is known. */
export const selectSince = createSelector([selectChanges], (changes): SinceView | null => {
  if (changes === null) return null;
  if (changes.since === null) return { text: 'Changes from now on are marked here.', isNews: false };
  const since = recentMomentText(Date.parse(changes.since));
  return changes.figures.length === 0
    ? { text: `Nothing new since you last looked, ${since}.`, isNews: false }
    : { text: `Since you last looked, ${since}`, isNews: true };
});
