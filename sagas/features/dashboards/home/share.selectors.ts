/** The address that shows other users the same page. */
import { createSelector } from 'reselect';
import type { Widget } from '../../../../contract/dashboards/widgets';
import { selectLocation, selectQuery } from '../../../navigation/location/location.selectors';
import { searchOf } from '../../../navigation/routes/queryText';
import { FRAME_PARAM, writeForm } from '../filters/filterAddress';
import { selectForm } from '../filters/filters.selectors';
import { selectShownCards, selectStatuses } from './cardRequests.selectors';
import { selectedOf, type Arrangement } from './arrangement';
import { VIEW_PARAMS } from './viewAddress';

/**
 * The path with the whole view: filters, also the default time frame, cards, their order and statuses, and the chosen
 * sides. Null until the filter is known.
 */
export const selectSharedAddress = createSelector(
  [selectLocation, selectQuery, selectForm, selectShownCards, selectStatuses],
  (location, query, form, shown, statusesOf): string | null => {
    if (location === null || form === null) return null;
    const params = writeView(writeForm(form, query), shown, statusesOf);
    // Otherwise the recipient's own default search would apply.
    params.set(FRAME_PARAM, form.timeFrame);
    return location.pathname + searchOf(params);
  },
);

/** Adds the view of these cards to a query, so that the link shows the same to others. */
function writeView(
  query: URLSearchParams,
  shown: readonly Widget[],
  statusesOf: (widget: Widget) => Arrangement<string>,
): URLSearchParams {
  const params = new URLSearchParams(query);
  params.set(VIEW_PARAMS.cards, shown.join(','));
  const statuses = shown.map((widget) => [widget, ...selectedOf(statusesOf(widget))].join('.'));
  params.set(VIEW_PARAMS.statuses, statuses.join(','));
  return params;
}
