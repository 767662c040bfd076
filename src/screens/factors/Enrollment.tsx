import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { Enrollment as Kind } from '../../../contract/identity/factors.endpoints';
import {
  appCodeSubmitted,
  enrollmentBackPressed,
  enrollmentChosen,
  recoveryCodesKept,
  selectEnrollment,
} from '../../../sagas/session/factors/enrollFactor.slice';
import { useKeepSecret, useOpenSecret } from '../../hooks/secretFields';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/prerendered/Button';
import { CodeField, digitsOf } from '../../ui/prerendered/CodeField';
import { Loader } from '../../ui/prerendered/Loader';
import { Message } from '../../ui/prerendered/Message';
import '../../ui/theme/factors.css';
import { RecoveryCodes } from './RecoveryCodes';
import { encode } from 'uqr';

const CODE_ID = 'app-code';
const ERROR_ID = 'enrollment-error';

/** The heading of each step, shown by the surrounding frame. */
export const ENROLLMENT_TITLES = {
  choosing: 'Set up a second factor',
  scanning: 'Scan this with your authenticator app',
  passkey: 'Confirm in your browser',
  codes: 'Save your recovery codes',
} as const;

/** Setting up an authenticator app or a passkey. The heading is the frame's. */
export function Enrollment() {
  const { step, error, errorId } = useAppSelector(selectEnrollment);
  const Step = STEPS[step];
  return (
    <>
      {error !== null && (
        <Message tone="negative" id={ERROR_ID} key={errorId}>
          {error}
        </Message>
      )}
      <Step />
    </>
  );
}

function Choosing() {
  const { busy } = useAppSelector(selectEnrollment);
  const dispatch = useDispatch();
  const choose = (enrollment: Kind) => () => busy || dispatch(enrollmentChosen({ enrollment }));
  return (
    <div className="enrollment-choices">
      <Choice
        title="Passkey"
        about="Your fingerprint, face, PIN or a security key. It also signs you in without a password."
      >
        <Button variant="primary" autoFocus onClick={choose('passkey')}>
          Set up a passkey
        </Button>
      </Choice>
      <Choice title="Authenticator app" about="An app on your phone shows a new code every 30 seconds.">
        <Button busy={busy} onClick={choose('app')}>
          Set up an authenticator app
        </Button>
      </Choice>
    </div>
  );
}

function Choice({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="enrollment-choice" aria-label={title}>
      <h2>{title}</h2>
      <p>{about}</p>
      {children}
    </section>
  );
}

function Scanning() {
  const { busy, hasChoice, app, error, errorId } = useAppSelector(selectEnrollment);
  const dispatch = useDispatch();
  const keepSecret = useKeepSecret();
  const openSecret = useOpenSecret();
  const form = useRef<HTMLFormElement>(null);
  const [empty, setEmpty] = useState(true);
  const secret = app === null ? '' : (openSecret(app.appSecret) ?? '');
  const uri = app === null ? '' : (openSecret(app.appUri) ?? '');

  useEffect(() => {
    if (error !== null) codeInput(form.current)?.select();
  }, [error, errorId]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = digitsOf(codeInput(event.currentTarget)?.value ?? '');
    if (code !== '' && !busy) dispatch(appCodeSubmitted({ code: keepSecret(code) }));
  }

  return (
    <>
      {uri !== '' && <QrCode text={uri} label="QR code for your authenticator app" />}
      <p>
        If you cannot scan it, type this key into the app: <code className="app-secret">{inFours(secret)}</code>
      </p>
      <form ref={form} className="ui form" method="post" noValidate onSubmit={submit} aria-label="Confirm the app">
        <CodeField
          id={CODE_ID}
          label="Code that the app shows"
          autoFocus
          invalid={error !== null}
          describedBy={error === null ? undefined : ERROR_ID}
          onDigits={(digits) => setEmpty(digits === '')}
        />
        <div className="enrollment-actions">
          <Button type="submit" variant="primary" busy={busy} disabled={empty}>
            Confirm
          </Button>
          {hasChoice && <Button onClick={() => busy || dispatch(enrollmentBackPressed())}>Choose another way</Button>}
        </div>
      </form>
    </>
  );
}

const AskingForPasskey = () => <Loader>Your browser asks you to confirm</Loader>;

function KeepingCodes() {
  const { recoveryCodes } = useAppSelector(selectEnrollment);
  const dispatch = useDispatch();
  return (
    <>
      <p>
        If you lose your device, sign in with one of these codes. Each works once. They are shown only now: copy,
        download or write them down, and keep them apart from your device.
      </p>
      <RecoveryCodes codes={recoveryCodes} />
      <Button variant="primary" autoFocus onClick={() => dispatch(recoveryCodesKept())}>
        I have saved them
      </Button>
    </>
  );
}

const STEPS = { choosing: Choosing, scanning: Scanning, passkey: AskingForPasskey, codes: KeepingCodes } as const;

const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? '';

function codeInput(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector(`#${CODE_ID}`) ?? null;
}

/** Drawn in the page, so that the secret is in no address and no image from the server. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <div className="qr-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  );
}
