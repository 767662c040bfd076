import { useDispatch } from 'react-redux';
import { selectSessions, type ShownSession } from '../../../sagas/features/sessions/sessions.selectors';
import { sessionsReloadRequested } from '../../../sagas/features/sessions/sessions.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import '../../ui/theme/sessions.css';

interface SessionListProps {
  readonly label: string;
  /** Shown instead of an empty list. */
  readonly none: string;
  /** Whether ending sessions is disabled. */
  readonly disabled?: boolean;
  /** Called after the person has confirmed. */
  readonly onEnd: (session: ShownSession) => void;
}

/** The devices on which the user is signed in. The current one is ended by signing out instead. */
export function SessionList({ label, none, disabled = false, onEnd }: SessionListProps) {
  const dispatch = useDispatch();
  const { sessions, error } = useAppSelector(selectSessions);
  if (error !== null)
    return (
      <Message tone="negative">
        {error} <LinkButton onClick={() => dispatch(sessionsReloadRequested())}>Retry</LinkButton>
      </Message>
    );
  if (sessions === null) return <Loader>Loading the devices</Loader>;
  if (sessions.length === 0) return <p className="quiet">{none}</p>;
  return (
    <ul className="sessions" aria-label={label}>
      {sessions.map((session) => (
        <li key={session.sessionId} className="session">
          <div className="session-what">
            <h3>
              {session.device} {session.isCurrent && <span className="session-here">This device</span>}
            </h3>
            <p className="quiet">
              IP address {session.address}. Signed in {session.since}. Last used: {session.lastUsed}.
            </p>
            {session.note !== null && <p className="quiet">{session.note}</p>}
          </div>
          {!session.isCurrent && (
            <Button
              disabled={disabled}
              aria-label={`Sign out ${session.device}, ${session.address}`}
              onClick={() => onEnd(session)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
