/** Separate from the menus, because every page loads those. */
import { createSelector } from 'reselect';
import { selectUser } from '../../session/session.selectors';
import { selectPersistentQuery } from '../location/location.selectors';
import { rootOf } from '../routes/resolve';
import { CHANNELS_PATH } from '../routes/sections';

/** The address of the page Notification Delivery; empty without a user. */
export const selectChannelsAddress = createSelector([selectUser, selectPersistentQuery], (user, persistentQuery) =>
  user === null ? '' : `/${rootOf(user)}/${CHANNELS_PATH}${persistentQuery}`,
);
