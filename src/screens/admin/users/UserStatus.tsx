import { useDispatch } from 'react-redux';
import { deedAsked } from '../../../../sagas/deeds/deeds.intents';
import type { UserAccount } from '../../../../sagas/users/users.types';
import { Button } from '../../../ui/Button';

interface UserStatusProps {
  readonly account: UserAccount;
  readonly isSelf: boolean;
}

/** Whether they can sign in, and the way to change that, apart from what is saved with the form. */
export function UserStatus({ account, isSelf }: UserStatusProps) {
  const dispatch = useDispatch();
  const { userId: id, firstName, lastName, disabled = false } = account;
  const kind = disabled ? 'reactivateUser' : 'deactivateUser';
  return (
    <section className="form-card form-status" aria-label="Status">
      <div>
        <h2>{disabled ? 'Disabled' : 'Enabled'}</h2>
        <p className="quiet">{statusText(disabled, isSelf)}</p>
      </div>
      {!isSelf && (
        <Button onClick={() => dispatch(deedAsked({ deed: { kind, id, name: `${firstName} ${lastName}` } }))}>
          {disabled ? 'Reactivate' : 'Deactivate'}
        </Button>
      )}
    </section>
  );
}

function statusText(disabled: boolean, isSelf: boolean): string {
  if (isSelf) return 'This is you. Another administrator can deactivate you.';
  return disabled ? 'They cannot sign in.' : 'They can sign in. Deactivating signs them out at once.';
}
