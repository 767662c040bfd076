import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { Grant } from '../../machines/grant';
import type { SessionContext } from '../../machines/session/session.types';
import { machineSelector, type WithMachines } from '../base/runtime/machines.slice';

/** The session machine's projection; undefined before it runs. */
export const selectSession = machineSelector<SessionContext>('session');

/** The grant of the active session. Null while no user is signed in, also during sign-in. */
export const selectGrant = (state: WithMachines): Grant | null => {
  const session = selectSession(state);
  return session?.tags.includes('active') ? session.context.grant : null;
};

/** The signed-in user with organization and permissions; null while no user is signed in. */
export const selectUser = (state: WithMachines): UserInfo | null => {
  const session = selectSession(state);
  return session?.tags.includes('active') ? session.context.user : null;
};

/** Whether a user is signed in. */
export const selectIsActive = (state: WithMachines): boolean => selectSession(state)?.tags.includes('active') ?? false;
