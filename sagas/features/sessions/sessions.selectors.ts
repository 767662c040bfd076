/** What the lists of sessions show. */
import { createSelector } from 'reselect';
import type { OpenSession } from '../../../contract/identity/sessions.endpoints';
import { momentText } from '../../base/dates';
import { failureText } from '../../base/http/failureText';
import { selectUser } from '../../session/session.selectors';
import type { SessionsState } from './sessions.slice';

export interface ShownSession {
  readonly sessionId: string;
  readonly device: string;
  /** Where it was begun from. */
  readonly address: string;
  /** This and `lastUsed` are texts in the reader's zone. */
  readonly since: string;
  readonly lastUsed: string;
  readonly isCurrent: boolean;
  /** 'This device', for example; null for a session in use. */
  readonly note: string | null;
}

export interface SessionsView {
  /** Null until loaded. */
  readonly sessions: readonly ShownSession[] | null;
  readonly error: string | null;
}

const NOTES: Readonly<Record<OpenSession['state'], string | null>> = {
  live: null,
  pending: 'The sign-in succeeded, but the question about the other session has not been answered.',
  change_password: 'Signed in with a temporary password that must be changed.',
  enroll: 'Has to set up a second factor first.',
};

const toShown = ({ state, since, lastUsedAt, ...session }: OpenSession): ShownSession => ({
  ...session,
  since: momentText(Date.parse(since)),
  lastUsed: session.isCurrent ? 'Now' : momentText(Date.parse(lastUsedAt)),
  note: NOTES[state],
});

/** This device first. */
export const selectSessions = createSelector(
  [(state: { readonly openSessions?: SessionsState }) => state.openSessions],
  (state): SessionsView => {
    const shown = state?.sessions?.map(toShown) ?? null;
    return {
      sessions: shown && [
        ...shown.filter(({ isCurrent }) => isCurrent),
        ...shown.filter(({ isCurrent }) => !isCurrent),
      ],
      error: state?.failure ? `The devices could not be loaded. ${failureText(state.failure)}` : null,
    };
  },
);

/** Whether any session is known; false until they are loaded. */
export const selectHasSessions = createSelector([selectSessions], ({ sessions }) => (sessions ?? []).length > 0);

/** Whether there are sessions besides this one; false until they are loaded. */
export const selectHasOtherSessions = createSelector([selectSessions], ({ sessions }) =>
  (sessions ?? []).some(({ isCurrent }) => !isCurrent),
);

/** The notice that a changed address of the user is not confirmed yet; null if there is none. */
export const selectOwnEmailWait = createSelector([selectUser], (user): string | null => {
  if (user?.emailWaitsUntil === undefined) return null;
  const until = momentText(Date.parse(user.emailWaitsUntil));
  return `An administrator has changed the email address of your account. No password is emailed to it before ${until}, and sign-in codes go to the previous one, unless an owner confirms it. If you did not expect this, please tell your administrator.`;
});
