/** Apart from the menus, which every page loads. */
import { createSelector } from 'reselect';
import { selectUser } from '../../session/session.selectors';
import { selectKeptQuery } from '../location/location.selectors';
import { rootOf } from '../routes/resolve';
import { CHANNELS_PATH } from '../routes/sections';

/** Where the person sees how they are reached beside the panel; '' without a person. */
export const selectChannelsAddress = createSelector([selectUser, selectKeptQuery], (user, keptQuery) =>
  user === null ? '' : `/${rootOf(user)}/${CHANNELS_PATH}${keptQuery}`,
);
