import { useDispatch } from 'react-redux';
import type { SecondFactor } from '../../../contract/identity/access.endpoints';
import { methodChosen } from '../../../sagas/session/signIn/signIn.intents';
import { selectSignIn, selectTwoFactor } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { LinkButton } from '../../ui/prerendered/Button';
import '../../ui/theme/factors.css';

const LABELS: Readonly<Record<SecondFactor, string>> = {
  passkey: 'Use a passkey',
  app: 'Use an authenticator app',
  mail: 'Get a code by email',
  recovery: 'Use a recovery code',
};

/** The methods that were not chosen, and why no code was mailed. */
export function OtherMethods() {
  const { method, methods, resendError } = useAppSelector(selectTwoFactor);
  const { busy } = useAppSelector(selectSignIn);
  const dispatch = useDispatch();
  const others = methods.filter((each) => each !== method);
  if (others.length === 0) return null;
  return (
    <section className="other-methods" aria-labelledby="other-methods">
      <h2 id="other-methods">Other ways to sign in</h2>
      <ul>
        {others.map((other) => (
          <li key={other}>
            <LinkButton aria-disabled={busy} onClick={() => busy || dispatch(methodChosen({ method: other }))}>
              {LABELS[other]}
            </LinkButton>
          </li>
        ))}
      </ul>
      {method !== 'mail' && resendError !== null && (
        <p className="field-error" role="alert">
          <Icon name="alert" />
          {resendError}
        </p>
      )}
    </section>
  );
}
