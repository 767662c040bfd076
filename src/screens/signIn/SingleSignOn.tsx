import { selectSingleSignOn } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';

interface SingleSignOnProps {
  readonly at: 'first' | 'last';
}

/** The single sign-on of the organization in the form: above the password if it was used last on this device. */
export function SingleSignOn({ at }: SingleSignOnProps) {
  const offer = useAppSelector(selectSingleSignOn);
  if (offer === null || offer.isFirst !== (at === 'first')) return null;
  return (
    <>
      {at === 'last' && <p className="gate-or">or</p>}
      <a className={at === 'first' ? 'ui primary fluid button' : 'ui fluid button'} href={offer.address}>
        Continue with single sign-on
      </a>
      {at === 'first' && <p className="gate-or">or with your password</p>}
    </>
  );
}
