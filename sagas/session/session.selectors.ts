import type { UserInfo } from '../../contract';
import type { Grant } from '../../machines/grant';
import type { SessionContext } from '../../machines/session/session.types';
import type { MachineProjection } from '../machine/projection';
import type { AppState } from '../state';

/** The session machine's projection; undefined before it runs. */
export const selectSession = (state: AppState) =>
  state.machines['session'] as MachineProjection<SessionContext> | undefined;

/** The grant of the active session. Null while nobody is signed in, also during sign-in. */
export const selectGrant = (state: AppState): Grant | null => {
  const session = selectSession(state);
  return session?.tags.includes('active') ? session.context.grant : null;
};

export const selectUser = (state: AppState): UserInfo | null => {
  const session = selectSession(state);
  return session?.tags.includes('active') ? session.context.user : null;
};

export const selectIsActive = (state: AppState): boolean => selectSession(state)?.tags.includes('active') ?? false;
