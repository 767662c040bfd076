import { useDispatch } from 'react-redux';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import { selectHasSessions } from '../../../../sagas/features/sessions/sessions.selectors';
import type { UserAccount } from '../../../../sagas/features/admin/users/users.rules';
import { selectSecurityAddress } from '../../../../sagas/navigation/menus/menus.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { SessionList } from '../../security/SessionList';

interface UserSessionsProps {
  readonly account: UserAccount;
  readonly isSelf: boolean;
}

/** Where a person is signed in, for their administrator to end. */
export function UserSessions({ account, isSelf }: UserSessionsProps) {
  const dispatch = useDispatch();
  const any = useAppSelector(selectHasSessions);
  const { userId, firstName, lastName } = account;
  const name = `${firstName} ${lastName}`;
  return (
    <section className="form-card" aria-labelledby="user-sessions">
      <div className="form-status">
        <h2 id="user-sessions">Where they are signed in</h2>
        {any && (
          <Button
            onClick={() => dispatch(confirmationRequested({ action: { kind: 'endUserSessions', id: userId, name } }))}
          >
            Sign out everywhere
          </Button>
        )}
      </div>
      {isSelf ? (
        <OwnSessionsLink />
      ) : (
        <SessionList
          label={`Devices ${name} is signed in on`}
          none="They are not signed in."
          onEnd={({ sessionId: id, device }) =>
            dispatch(confirmationRequested({ action: { kind: 'endUserSession', id, userId, name: device } }))
          }
        />
      )}
    </section>
  );
}

function OwnSessionsLink() {
  const address = useAppSelector(selectSecurityAddress);
  return (
    <p className="quiet">
      This is you. Your devices are in your profile, under{' '}
      {address === null ? 'Sign-In & Security' : <Link to={address}>Sign-In &amp; Security</Link>}.
    </p>
  );
}
