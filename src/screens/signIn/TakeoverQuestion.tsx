import { useDispatch } from 'react-redux';
import { momentText, sinceText } from '../../../sagas/base/dates';
import { takeoverAccepted, takeoverRejected } from '../../../sagas/session/signIn/signIn.intents';
import { selectSignIn, selectTakeover } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button } from '../../ui/prerendered/Button';
import { Message } from '../../ui/prerendered/Message';
import { StepHeading } from '../../ui/StepHeading';

/** Asks whether to end the other session. Nothing has ended yet. */
export function TakeoverQuestion() {
  const { busy, error, errorId } = useAppSelector(selectSignIn);
  const other = useAppSelector(selectTakeover);
  const dispatch = useDispatch();
  const now = useNow(30_000, true);

  return (
    <>
      <StepHeading>You are signed in somewhere else</StepHeading>
      <p className="gate-lead">
        {other === null ? (
          'Your account is in use in another session.'
        ) : (
          <>
            Your account is in use in <strong>{other.device}</strong>, last used{' '}
            <time dateTime={other.lastUsedAt} title={momentText(Date.parse(other.lastUsedAt))}>
              {sinceText(Date.parse(other.lastUsedAt), now)}
            </time>{' '}
            ({momentText(Date.parse(other.lastUsedAt))}).
          </>
        )}{' '}
        To continue here, that session has to end. Work that was not saved there is lost.
      </p>
      {error !== null && (
        <Message tone="negative" key={errorId}>
          {error}
        </Message>
      )}
      <div className="gate-choices">
        <Button variant="primary" fluid busy={busy} onClick={() => busy || dispatch(takeoverAccepted())}>
          End the other session and continue
        </Button>
        <Button fluid onClick={() => busy || dispatch(takeoverRejected())}>
          Keep it and return to login
        </Button>
      </div>
    </>
  );
}
