import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import { RESEND_AFTER_SECONDS } from '../../../contract';
import { codeResendRequested } from '../../../sagas/access/access.intents';
import { selectTwoFactor } from '../../../sagas/access/access.selectors';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useWait } from './useWait';

/**
 * Asks for the code once more. The countdown is there for the eye each second and for the ear three times at most:
 * as it starts, halfway, and when it is over.
 */
export function ResendCode() {
  const { resendAt, resendState, resendError } = useAppSelector(selectTwoFactor);
  const dispatch = useDispatch();
  const cooling = resendState === 'cooling';
  const seconds = useWait(cooling ? resendAt : null);
  const asked = useRef(false);

  function resend() {
    if (resendState !== 'ready') return;
    asked.current = true;
    dispatch(codeResendRequested());
  }

  return (
    <div className="resend">
      {/* Stays focusable while it waits: a control that vanishes from under the keyboard loses people. */}
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
        {announcement(resendState, seconds)}
      </p>
      {resendError !== null && (
        <p className="field-error" role="alert">
          <Icon name="alert" />
          {resendError}
        </p>
      )}
      {cooling && asked.current && (
        <p className="field-hint" role="status">
          A code has just been sent. Please look into your mail.
        </p>
      )}
    </div>
  );
}

/** Changes three times in a countdown, whatever the seconds do. */
function announcement(state: 'cooling' | 'ready' | 'sending', seconds: number): string {
  if (state === 'sending') return '';
  if (state === 'ready') return 'You can ask for another code now.';
  const half = RESEND_AFTER_SECONDS / 2;
  return seconds > half
    ? `You can ask for another code in ${RESEND_AFTER_SECONDS} seconds.`
    : `You can ask for another code in less than ${half} seconds.`;
}
