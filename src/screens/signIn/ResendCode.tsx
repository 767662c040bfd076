import { useMemo, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { RESEND_AFTER_SECONDS } from '../../../contract/base/limits';
import { codeResendRequested } from '../../../sagas/session/signIn/signIn.intents';
import { selectTwoFactor } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { currentTime } from '../../ports/clock.port';
import { LinkButton } from '../../ui/prerendered/Button';
import { Icon } from '../../ui/Icon';
import { useWait } from './WaitNote';

const SENT = 'A new code has been sent. Check your email.';

/**
 * Resends the code. The countdown is shown every second, but announced at most three times: at its start, halfway, and
 * at its end.
 */
export function ResendCode() {
  const { resendAt, resendState, resendError } = useAppSelector(selectTwoFactor);
  const dispatch = useDispatch();
  const cooling = resendState === 'cooling';
  const seconds = useWait(cooling ? resendAt : null);
  const atStart = useMemo(() => Math.ceil((resendAt - currentTime()) / 1_000), [resendAt]);
  const wasRequested = useRef(false);
  const isSent = cooling && wasRequested.current;

  function resend() {
    if (resendState !== 'ready') return;
    wasRequested.current = true;
    dispatch(codeResendRequested());
  }

  return (
    <div className="resend">
      {/* Stays focusable while it waits, so that the keyboard focus is not lost. */}
      <LinkButton aria-disabled={resendState !== 'ready'} onClick={resend}>
        Resend code
      </LinkButton>
      {cooling && (
        <span className="quiet countdown" aria-hidden="true">
          {' '}
          in {Math.max(1, seconds)} s
        </span>
      )}
      <p className="visually-hidden" role="status">
        {announcement(resendState, seconds, atStart, isSent)}
      </p>
      {resendError !== null && (
        <p className="field-error" role="alert">
          <Icon name="alert" />
          {resendError}
        </p>
      )}
      {isSent && <p className="field-hint">{SENT}</p>}
    </div>
  );
}

/** Changes three times in a countdown, not every second. */
function announcement(
  state: 'cooling' | 'ready' | 'sending',
  seconds: number,
  atStart: number,
  isSent: boolean,
): string {
  if (state === 'sending') return '';
  if (state === 'ready') return 'You can ask for another code now.';
  const half = RESEND_AFTER_SECONDS / 2;
  return seconds > half
    ? `${isSent ? `${SENT} ` : ''}You can ask for another code in ${atStart} seconds.`
    : `You can ask for another code in less than ${half} seconds.`;
}
