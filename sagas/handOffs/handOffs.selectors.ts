import { createSelector } from 'reselect';
import { selectUser } from '../session/session.selectors';
import type { AppState } from '../state';
import { SERVICE_NAMES } from './handOff.saga';

/** What the learning service is called where the organisation has not given it a name of its own. */
const DEFAULT_LEARNING_LABEL = 'Nexus University';

export const selectLearningLabel = createSelector([selectUser], (user) =>
  user?.agencyBrandedLEU && user.agencyBrandedMenuLabel !== '' ? user.agencyBrandedMenuLabel : DEFAULT_LEARNING_LABEL,
);

const selectBlocked = (state: AppState) => state.shell?.handOff ?? null;

/** The link that stands in for a tab which the browser did not open. */
export const selectHandOffLink = createSelector([selectBlocked], (blocked) =>
  blocked === null ? null : { ...blocked, name: SERVICE_NAMES[blocked.to] },
);
