import { useDispatch } from 'react-redux';
import { takeoverAccepted, takeoverRejected } from '../../../sagas/access/access.intents';
import { selectSignIn, selectTakeover } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { useNow } from '../../ports/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { StepHeading } from '../../ui/StepHeading';
import { momentText, relativeText } from './moment';

/** One person, one session: which one shall it be? Nothing has ended yet while this is asked. */
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
            <time dateTime={other.lastUsedAt} title={momentText(other.lastUsedAt)}>
              {relativeText(other.lastUsedAt, now)}
            </time>{' '}
            ({momentText(other.lastUsedAt)}).
          </>
        )}{' '}
        To go on here, that session has to end. Work that was not saved there is lost.
      </p>
      {error !== null && (
        <Message tone="negative" key={errorId}>
          {error}
        </Message>
      )}
      <div className="gate-choices">
        <Button look="primary" fluid busy={busy} onClick={() => busy || dispatch(takeoverAccepted())}>
          End the other session and continue
        </Button>
        <Button fluid onClick={() => busy || dispatch(takeoverRejected())}>
          Keep it and return to login
        </Button>
      </div>
    </>
  );
}
