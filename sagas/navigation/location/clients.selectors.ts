import { createSelector } from 'reselect';
import { selectUser } from '../../session/session.selectors';
import { CLIENT_PARAM, mayChooseClient, selectQuery, selectResolution } from './location.selectors';
import type { ClientsState } from './clients.slice';

const WAITING: ClientsState = { status: 'waiting', choices: null };
const selectClients = (state: { readonly clients?: ClientsState }) => state.clients ?? WAITING;

/** The dropdown of facilities; null if there is none. */
export const selectClientChooser = createSelector(
  [selectUser, selectResolution, selectQuery, selectClients],
  (user, resolution, query, { status, choices }) => {
    if (user === null || !mayChooseClient(user) || resolution.kind !== 'screen') return null;
    const requested = query.get(CLIENT_PARAM) || null;
    return {
      status,
      choices: choices ?? [],
      /** The one in the address, whether or not the facility exists. */
      requested,
      isUnknown:
        status === 'there' && requested !== null && !choices.some(({ value }) => value === requested.toLowerCase()),
    };
  },
);
