import { useDispatch } from 'react-redux';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import type { UserAccount } from '../../../../sagas/features/admin/users/users.rules';
import { momentText } from '../../../../sagas/base/dates';
import { Button } from '../../../ui/Button';

interface UserIdentitiesProps {
  readonly account: UserAccount;
  readonly mayUnlink: boolean;
}

/** The identities by which single sign-on recognizes a person, to be unlinked; renders nothing without any. */
export function UserIdentities({ account, mayUnlink }: UserIdentitiesProps) {
  const dispatch = useDispatch();
  const { userId, firstName, lastName, identities = [] } = account;
  if (identities.length === 0) return null;
  const unlink = (id: string, issuer: string) =>
    dispatch(
      confirmationRequested({
        action: { kind: 'unlinkIdentity', id, userId, name: `${firstName} ${lastName} at ${issuer}` },
      }),
    );
  return (
    <section className="form-card" aria-labelledby="user-identities">
      <h2 id="user-identities">Single sign-on</h2>
      <ul className="identities">
        {identities.map(({ identityId, issuer, subject, since }) => (
          <li key={identityId} className="form-status">
            <div>
              <strong>{issuer}</strong>
              <p className="quiet">
                {subject}, linked {momentText(Date.parse(since))}
              </p>
            </div>
            {mayUnlink && (
              <Button aria-label={`Unlink ${subject} at ${issuer}`} onClick={() => unlink(identityId, issuer)}>
                Unlink
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
