/** The tabs of the KPI dashboard: each an address that keeps what the other tab is filtered by, as far as it may be. */
import { createSelector } from 'reselect';
import { narrowed } from '../filters/filter.form';
import { searchWith } from '../filters/filter.address';
import { selectForm, selectPlace } from '../filters/filters.selectors';
import { selectUser } from '../session/session.selectors';
import { KPI_TABS, kpiTabPath } from '../shell/routes/kpiTabs';
import { resolve, rootOf } from '../shell/routes/resolve';
import { selectCarriedQuery } from '../shell/shell.selectors';

export interface TabLink {
  readonly label: string;
  readonly to: string;
  readonly isCurrent: boolean;
}

export const selectKpiTabs = createSelector(
  [selectUser, selectPlace, selectForm, selectCarriedQuery],
  (user, place, form, carried): readonly TabLink[] => {
    if (user === null || place === null) return [];
    return KPI_TABS.flatMap(({ segment, label }) => {
      const pathname = `/${rootOf(user)}/${kpiTabPath(segment)}`;
      if (resolve(user, pathname).kind !== 'screen') return [];
      const search =
        form === null ? carried : searchWith(narrowed(form, { ...place, tab: segment }), new URLSearchParams(carried));
      return [{ label, to: pathname + search, isCurrent: place.tab === segment }];
    });
  },
);
