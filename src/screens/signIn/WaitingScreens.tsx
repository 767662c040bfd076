import { useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { selectIsEnding, selectUnreachable } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button } from '../../ui/prerendered/Button';
import { Loader } from '../../ui/prerendered/Loader';
import { Message } from '../../ui/prerendered/Message';
import { StepHeading } from '../../ui/StepHeading';
import { Gate, Product } from './Gate';
import { reconnectRequested } from '../../../sagas/session/session.events';

/** The empty frame of the app, before a page fills it and after a sign-out. */
export function StartingScreen() {
  const ending = useAppSelector(selectIsEnding);
  return (
    <WaitingFrame title={ending ? 'Signing out' : 'Starting'}>
      <Loader>{ending ? 'Signing you out' : 'Checking your session'}</Loader>
    </WaitingFrame>
  );
}

/** The bar of the product, and a loader where pages have theirs. `title` is for screen readers. */
export function WaitingFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <header className="starting-bar">
        <Product />
      </header>
      <main className="starting-page">
        <h1 className="visually-hidden">{title}</h1>
        {children}
      </main>
    </>
  );
}

/** Further attempts are not announced. */
const MAX_ANNOUNCED = 3;

/** A network failure does not sign out: the app waits and retries. Each wait mounts a new screen. */
export function UnreachableScreen() {
  const { attempts, retryMs } = useAppSelector(selectUnreachable);
  const dispatch = useDispatch();
  const now = useNow(250, true);
  const [until] = useState(now + retryMs);
  const seconds = Math.ceil((until - now) / 1_000);
  return (
    <Gate>
      <StepHeading>The server cannot be reached</StepHeading>
      <p className="gate-lead">You are still signed in if you were before. Nothing is lost.</p>
      <Message tone="warning" quiet={attempts >= MAX_ANNOUNCED}>
        We keep trying, and will reconnect immediately when your connection is back.
      </Message>
      <div className="gate-choices">
        <Button variant="primary" fluid onClick={() => dispatch(reconnectRequested())}>
          Retry
        </Button>
        <p className="field-hint">{seconds > 0 ? `Next attempt in ${seconds} s.` : 'Trying now.'}</p>
      </div>
    </Gate>
  );
}
