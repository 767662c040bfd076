import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { SecondFactor } from '../../../contract/identity/access.endpoints';
import { RECOVERY_CODE_MAX_LENGTH } from '../../../contract/base/limits';
import type { AppState } from '../../../sagas/app/state';
import {
  codeSubmitted,
  passkeyProofRequested,
  returnToSignInRequested,
} from '../../../sagas/session/signIn/signIn.intents';
import { selectSignIn, selectTwoFactor } from '../../../sagas/session/signIn/signIn.selectors';
import { selectIsVerifying } from '../../../sagas/session/signIn/twoFactor.selectors';
import { useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/prerendered/Button';
import { CodeField, digitsOf } from '../../ui/prerendered/CodeField';
import { Message } from '../../ui/prerendered/Message';
import { FORM_HEADING, FormHeading } from '../../ui/StepHeading';
import { TextField } from '../../ui/prerendered/TextField';
import { OtherMethods } from './OtherMethods';
import { RememberDevice } from './RememberDevice';
import { ResendCode } from './ResendCode';
import { WaitNote, useWait } from './WaitNote';

const CODE_ID = 'authentication-code';
const LEAD_ID = 'two-factor-lead';
const ERROR_ID = 'two-factor-error';

/** The two-factor step: the chosen method, and the others. */
export function TwoFactorForm() {
  const { method, mayRemember } = useAppSelector(selectTwoFactor);
  const isVerifying = useAppSelector(selectIsVerifying);
  const dispatch = useDispatch();
  const [remember, setRemember] = useState(false);
  const rememberDevice = mayRemember && <RememberDevice checked={remember} onChange={setRemember} />;
  return (
    <>
      {method === 'passkey' ? (
        <PasskeyForm remember={remember}>{rememberDevice}</PasskeyForm>
      ) : (
        <CodeForm key={method} method={method} remember={remember}>
          {rememberDevice}
        </CodeForm>
      )}
      <OtherMethods />
      <div className="gate-links">
        <LinkButton aria-disabled={isVerifying} onClick={() => isVerifying || dispatch(returnToSignInRequested())}>
          Return to Login
        </LinkButton>
        {method === 'mail' && <ResendCode />}
      </div>
    </>
  );
}

interface FormProps {
  readonly remember: boolean;
  readonly children: ReactNode;
}

const HEADINGS = {
  mail: 'Check your email',
  app: 'Open your authenticator app',
  recovery: 'Use a recovery code',
} as const satisfies Record<Exclude<SecondFactor, 'passkey'>, string>;

const LEADS = {
  app: 'Enter the six digits that it shows for this account now. Each code works once; then wait for the next one.',
  recovery: 'Enter one of the codes that you kept when you set up your second factor. Each works once.',
} as const;

const mailLead = (sentTo: string | null) =>
  sentTo === null ? 'We sent you an authentication code.' : `We sent an authentication code to ${sentTo}.`;

/** A code from a mail, an app, or the recovery codes. Typing and resending are independent. */
function CodeForm({ method, remember, children }: FormProps & { readonly method: keyof typeof HEADINGS }) {
  const { busy, userName, error, errorId, retryAt } = useAppSelector(selectSignIn);
  const { sentTo } = useAppSelector(selectTwoFactor);
  const store = useStore<AppState>();
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  const form = useRef<HTMLFormElement>(null);
  const [empty, setEmpty] = useState(true);
  const secondsLeft = useWait(retryAt);
  const shared = { id: CODE_ID, autoFocus: true } as const;
  const described = error === null ? LEAD_ID : ERROR_ID;

  useEffect(() => {
    if (error !== null) codeInput(form.current)?.select();
  }, [error, errorId]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = codeInput(event.currentTarget)?.value ?? '';
    const code = method === 'recovery' ? text.trim() : digitsOf(text);
    if (code === '' || selectSignIn(store.getState()).busy) return;
    dispatch(codeSubmitted({ code: keepSecret(code), remember }));
  }

  return (
    <>
      <FormHeading>{HEADINGS[method]}</FormHeading>
      <p className="gate-lead" id={LEAD_ID}>
        {method === 'mail' ? mailLead(sentTo) : LEADS[method]}
      </p>
      {error !== null && (
        <Message tone="negative" id={ERROR_ID} key={errorId}>
          {error}
        </Message>
      )}
      <form ref={form} className="ui form" method="post" noValidate onSubmit={submit} aria-labelledby={FORM_HEADING}>
        <UserName userName={userName} />
        {method === 'recovery' ? (
          <TextField
            {...shared}
            name="recovery-code"
            label="Recovery Code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={RECOVERY_CODE_MAX_LENGTH}
            aria-invalid={error !== null || undefined}
            aria-describedby={described}
            onInput={({ currentTarget }) => setEmpty(currentTarget.value.trim() === '')}
          />
        ) : (
          <CodeField
            {...shared}
            label="Authentication Code"
            invalid={error !== null}
            describedBy={described}
            onDigits={(digits) => setEmpty(digits === '')}
          />
        )}
        {children}
        <Button type="submit" variant="primary" fluid busy={busy} disabled={empty || secondsLeft > 0}>
          Proceed
        </Button>
        <WaitNote seconds={secondsLeft} />
      </form>
    </>
  );
}

/** The browser's own dialog asks for the passkey, once the person wants it. */
function PasskeyForm({ remember, children }: FormProps) {
  const { busy, userName, error, errorId, retryAt } = useAppSelector(selectSignIn);
  const store = useStore<AppState>();
  const dispatch = useDispatch();
  const secondsLeft = useWait(retryAt);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!selectSignIn(store.getState()).busy) dispatch(passkeyProofRequested({ remember }));
  }

  return (
    <>
      <FormHeading>Use your passkey</FormHeading>
      <p className="gate-lead" id={LEAD_ID}>
        Your browser asks you to confirm with your fingerprint, your face, a PIN or a security key.
      </p>
      {error !== null && (
        <Message tone="negative" id={ERROR_ID} key={errorId}>
          {error}
        </Message>
      )}
      <form className="ui form" method="post" noValidate onSubmit={submit} aria-labelledby={FORM_HEADING}>
        <UserName userName={userName} />
        {children}
        <Button
          type="submit"
          variant="primary"
          fluid
          autoFocus
          busy={busy}
          disabled={secondsLeft > 0}
          aria-describedby={error === null ? LEAD_ID : ERROR_ID}
        >
          Use passkey
        </Button>
        <WaitNote seconds={secondsLeft} />
      </form>
    </>
  );
}

const UserName = ({ userName }: { readonly userName: string }) => (
  <TextField
    id="two-factor-username"
    name="username"
    label="Username"
    autoComplete="username"
    readOnly
    value={userName}
  />
);

function codeInput(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector(`#${CODE_ID}`) ?? null;
}
