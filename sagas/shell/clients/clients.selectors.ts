import { createSelector } from 'reselect';
import { selectUser } from '../../session/session.selectors';
import type { AppState } from '../../state';
import { CLIENT_PARAM, mayChooseClient, selectQuery, selectResolution } from '../shell.selectors';
import type { ClientsState } from './clients.reducer';

const WAITING: ClientsState = { status: 'waiting', choices: null };
const selectClients = (state: AppState) => state.shell?.clients ?? WAITING;

/** The dropdown of facilities; null where there is none. */
export const selectClientChooser = createSelector(
  [selectUser, selectResolution, selectQuery, selectClients],
  (user, resolution, query, { status, choices }) => {
    if (user === null || !mayChooseClient(user) || resolution.kind !== 'screen') return null;
    const asked = query.get(CLIENT_PARAM) || null;
    return {
      status,
      choices: choices ?? [],
      /** As the address says it, whether or not there is such a facility. */
      asked,
      isUnknown: status === 'there' && asked !== null && !choices.some(({ value }) => value === asked.toLowerCase()),
    };
  },
);
