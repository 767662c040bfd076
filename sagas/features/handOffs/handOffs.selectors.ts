import { createSelector } from 'reselect';
import { selectUser } from '../../session/session.selectors';
import { SERVICE_NAMES } from './handOffs.saga';
import type { BlockedHandOff } from './handOffs.slice';

/** Label of the learning service without a label by the organization. */
const DEFAULT_LEARNING_LABEL = 'Nexus University';

/** Label of the learning service, as the organization has named it. */
export const selectLearningLabel = createSelector([selectUser], (user) =>
  user?.agencyBrandedLEU && user.agencyBrandedMenuLabel !== '' ? user.agencyBrandedMenuLabel : DEFAULT_LEARNING_LABEL,
);

const selectBlocked = (state: { readonly handOff?: BlockedHandOff | null }) => state.handOff ?? null;

/** The link offered when the browser blocked the tab. */
export const selectHandOffLink = createSelector([selectBlocked], (blocked) =>
  blocked === null ? null : { ...blocked, name: SERVICE_NAMES[blocked.to] },
);
