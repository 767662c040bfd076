import { useContext, useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { AppState } from '../../../sagas/app/state';
import {
  organizationTyped,
  passkeySignInRequested,
  passwordResetOpened,
  signInSubmitted,
} from '../../../sagas/session/signIn/signIn.intents';
import { selectPasskeyIsFirst, selectSignIn } from '../../../sagas/session/signIn/signIn.selectors';
import { GivenPasswordContext, useKeepSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/prerendered/Button';
import { Message } from '../../ui/prerendered/Message';
import { PART_MISSING } from '../../ui/loadable';
import { PasswordField } from '../../ui/prerendered/PasswordField';
import { FORM_HEADING, FormHeading } from '../../ui/StepHeading';
import { TextField } from '../../ui/prerendered/TextField';
import { SingleSignOn } from './SingleSignOn';
import { WaitNote, useWait } from './WaitNote';
import { loadSchema } from './lazyParts';
import type { SignInProblems } from './signIn.schema';
import { SIGN_IN_FIELDS, fieldOf, readSignIn, usePrefill, type SignInField, type SignInValues } from './signInFields';

const ERROR_ID = 'sign-in-error';

/**
 * Username, password and organization. The fields are not controlled by React: what was typed before the script loaded,
 * or filled in by a password manager, is read when the form is submitted.
 */
export function CredentialsForm({ form }: { readonly form: RefObject<HTMLFormElement> }) {
  const { busy, userName, organizationCode, error, errorId, notice, retryAt } = useAppSelector(selectSignIn);
  const passkeyIsFirst = useAppSelector(selectPasskeyIsFirst);
  const store = useStore<AppState>();
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  const [problems, setProblems] = useState<SignInProblems>({});
  const [partMissing, setPartMissing] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const checking = useRef(false);
  const [fetching, setFetching] = useState(false);
  const secondsLeft = useWait(retryAt);
  const shownError = error ?? (partMissing ? PART_MISSING : null);

  usePrefill(form, {
    userName,
    organizationCode,
    password: useContext(GivenPasswordContext),
    final: notice?.tone === 'positive',
  });

  // An organization that was typed before the script loaded, or filled in, had no event.
  useEffect(() => {
    const code = fieldOf(form.current, 'organizationCode')?.value.trim();
    if (code && code !== store.getState().methods?.organizationCode)
      dispatch(organizationTyped({ organizationCode: code }));
  }, [organizationCode, notice, form, store, dispatch]);

  useEffect(() => {
    const password = fieldOf(form.current, 'password');
    if (error === null || password === null) return;
    password.value = '';
    password.focus();
  }, [error, errorId, form]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const target = event.currentTarget;
    if (checking.current || selectSignIn(store.getState()).busy) return;
    checking.current = true;
    setFetching(true);
    setAttempts((count) => count + 1);
    try {
      const { problemsOf } = await loadSchema();
      setPartMissing(false);
      send(readSignIn(target), problemsOf);
    } catch {
      setPartMissing(true);
    } finally {
      checking.current = false;
      setFetching(false);
    }
  }

  function send(values: SignInValues, problemsOf: (values: SignInValues) => SignInProblems) {
    const found = problemsOf(values);
    setProblems(found);
    const first = SIGN_IN_FIELDS.find((field) => found[field] !== undefined);
    if (first !== undefined) {
      fieldOf(form.current, first)?.focus();
      return;
    }
    dispatch(
      signInSubmitted({
        userName: values.username.trim(),
        organizationCode: values.organizationCode.trim(),
        password: keepSecret(values.password),
      }),
    );
  }

  function typed({ target }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as EventTarget & { readonly name: SignInField; readonly value: string };
    if (name === 'organizationCode') dispatch(organizationTyped({ organizationCode: value.trim() }));
    if (problems[name] !== undefined) setProblems({ ...problems, [name]: undefined });
  }

  const signInWithPasskey = () => busy || dispatch(passkeySignInRequested());
  const shared = { required: true, 'aria-describedby': shownError === null ? undefined : ERROR_ID } as const;
  return (
    <>
      <FormHeading>Sign in</FormHeading>
      <p className="gate-lead">Use the account of your organization.</p>
      {notice && (shownError === null || notice.tone === 'warning') && (
        <Message tone={notice.tone} key={notice.text}>
          {notice.text}
        </Message>
      )}
      {shownError !== null && (
        <Message tone="negative" id={ERROR_ID} key={`${errorId}-${attempts}`}>
          {shownError}
        </Message>
      )}
      {/* Always rendered, so that a screen reader announces what appears. */}
      <div role="status">
        <SingleSignOn at="first" />
        {passkeyIsFirst && (
          <>
            <Button variant="primary" fluid onClick={signInWithPasskey}>
              Sign in with a passkey
            </Button>
            <p className="gate-or">or with your password</p>
          </>
        )}
      </div>
      <form
        ref={form}
        className="ui form"
        method="post"
        action="/signin"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={typed}
        aria-labelledby={FORM_HEADING}
      >
        <TextField
          {...shared}
          id="username"
          name="username"
          label="Username"
          autoComplete="username webauthn"
          autoFocus
          error={problems.username}
        />
        <PasswordField
          {...shared}
          id="password"
          name="password"
          label="Password"
          autoComplete="current-password"
          hideAgain={attempts}
          error={problems.password}
          aria-invalid={error !== null || undefined}
        />
        <TextField
          {...shared}
          id="organizationCode"
          name="organizationCode"
          label="Organization Code"
          autoComplete="organization"
          error={problems.organizationCode}
        />
        <Button type="submit" variant="primary" fluid busy={busy || fetching} disabled={secondsLeft > 0}>
          LOGIN
        </Button>
        <WaitNote seconds={secondsLeft} />
      </form>
      <div role="status">
        <SingleSignOn at="last" />
      </div>
      <div className="gate-links">
        <LinkButton onClick={() => dispatch(passwordResetOpened())}>Forgot password</LinkButton>
        {!passkeyIsFirst && <LinkButton onClick={signInWithPasskey}>Sign in with a passkey</LinkButton>}
      </div>
    </>
  );
}
