import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { codeSubmitted, returnToSignInRequested } from '../../../sagas/access/access.intents';
import { selectSignIn, selectTwoFactor } from '../../../sagas/access/access.selectors';
import type { AppState } from '../../../sagas/state';
import { useSeal } from '../../app/seal';
import { useAppSelector } from '../../app/state';
import { Button, LinkButton } from '../../ui/Button';
import { CodeField, digitsOf } from '../../ui/CodeField';
import { Message } from '../../ui/Message';
import { StepHeading } from '../../ui/StepHeading';
import { TextField } from '../../ui/TextField';
import { ResendCode } from './ResendCode';
import { useWait } from './useWait';
import { WaitNote } from './WaitNote';

const CODE_ID = 'authentication-code';
const ERROR_ID = 'two-factor-error';

/** The second proof. Typing and asking for another code go on side by side. */
export function TwoFactorForm() {
  const { busy, userName, error, errorId, retryAt } = useAppSelector(selectSignIn);
  const { sentTo } = useAppSelector(selectTwoFactor);
  const store = useStore<AppState>();
  const dispatch = useDispatch();
  const seal = useSeal();
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
    dispatch(codeSubmitted({ code: seal(code) }));
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
