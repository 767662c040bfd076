import { selectSingleSignOn } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';

interface SingleSignOnProps {
  readonly at: 'first' | 'last';
}

/**
 * The single sign-on of the organization in the form: above the password where it was used last on this device, below it
 * otherwise. The frame around it is always there, so that a screen reader hears what appears.
 */
export function SingleSignOn({ at }: SingleSignOnProps) {
  const offer = useAppSelector(selectSingleSignOn);
  const isHere = offer !== null && offer.isFirst === (at === 'first');
  return (
    <div role="status">
      {isHere && at === 'last' && <p className="gate-or">or</p>}
      {isHere && (
        <a className={at === 'first' ? 'ui primary fluid button' : 'ui fluid button'} href={offer.address}>
          Continue with single sign-on
        </a>
      )}
      {isHere && at === 'first' && <p className="gate-or">or with your password</p>}
    </div>
  );
}
