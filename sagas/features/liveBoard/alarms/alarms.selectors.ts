/** Who can be notified by alarms. */
import { createSelector } from 'reselect';
import { selectUser } from '../../../session/session.selectors';
import { selectPeople } from '../boardEntries.slice';
import { selectAlarms, type WithAlarms } from './alarms.slice';

/** The known people with an account: the colleagues whom the board lists, those whom the rules name, and the user. */
export const selectAccounts = createSelector(
  [selectPeople, (state: WithAlarms) => selectAlarms(state).people, selectUser],
  (colleagues, named, user): ReadonlySet<string> =>
    new Set([...[...colleagues, ...named].map(({ userId }) => userId), ...(user === null ? [] : [user.userId])]),
);
