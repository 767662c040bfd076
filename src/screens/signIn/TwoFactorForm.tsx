import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { AppState } from '../../../sagas/app/state';
import { codeSubmitted, returnToSignInRequested } from '../../../sagas/session/signIn/signIn.intents';
import { selectSignIn, selectTwoFactor } from '../../../sagas/session/signIn/signIn.selectors';
import { useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/prerendered/Button';
import { CodeField, digitsOf } from '../../ui/prerendered/CodeField';
import { Message } from '../../ui/prerendered/Message';
import { StepHeading } from '../../ui/StepHeading';
import { TextField } from '../../ui/prerendered/TextField';
import { ResendCode } from './ResendCode';
import { WaitNote, useWait } from './WaitNote';

const CODE_ID = 'authentication-code';
const ERROR_ID = 'two-factor-error';

/** The two-factor step. Typing and resending the code are independent. */
export function TwoFactorForm() {
  const { busy, userName, error, errorId, retryAt } = useAppSelector(selectSignIn);
  const { sentTo } = useAppSelector(selectTwoFactor);
  const store = useStore<AppState>();
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  const form = useRef<HTMLFormElement>(null);
  const [empty, setEmpty] = useState(true);
  const secondsLeft = useWait(retryAt);

  useEffect(() => {
    if (error !== null) codeInput(form.current)?.select();
  }, [error, errorId]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = digitsOf(codeInput(event.currentTarget)?.value ?? '');
    if (code === '' || selectSignIn(store.getState()).busy) return;
    dispatch(codeSubmitted({ code: keepSecret(code) }));
  }

  return (
    <>
      <StepHeading>Check your mail</StepHeading>
      <p className="gate-lead">
        {sentTo === null ? 'We sent you an authentication code.' : `We sent an authentication code to ${sentTo}.`}
      </p>
      {error !== null && (
        <Message tone="negative" id={ERROR_ID} key={errorId}>
          {error}
        </Message>
      )}
      <form
        ref={form}
        className="ui form"
        method="post"
        noValidate
        onSubmit={submit}
        aria-label="Two-factor authentication"
      >
        <TextField
          id="two-factor-username"
          name="username"
          label="Username"
          autoComplete="username"
          readOnly
          value={userName}
        />
        <CodeField
          id={CODE_ID}
          label="Authentication Code"
          invalid={error !== null}
          describedBy={error === null ? undefined : ERROR_ID}
          onDigits={(digits) => setEmpty(digits === '')}
        />
        <Button type="submit" look="primary" fluid busy={busy} disabled={empty || secondsLeft > 0}>
          Proceed
        </Button>
        <WaitNote seconds={secondsLeft} />
      </form>
      <div className="gate-links">
        <LinkButton onClick={() => dispatch(returnToSignInRequested())}>Return to Login</LinkButton>
        <ResendCode />
      </div>
    </>
  );
}

function codeInput(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector(`#${CODE_ID}`) ?? null;
}
