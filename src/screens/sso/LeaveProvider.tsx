import { useDispatch } from 'react-redux';
import { providerSignOutRequested } from '../../../sagas/access/access.intents';
import { LinkButton } from '../../ui/Button';

/** Signing out here leaves the identity provider alone: other applications may live on its session. */
export function LeaveProvider() {
  const dispatch = useDispatch();
  return (
    <div className="gate-links">
      <span className="quiet">You may still be signed in at your identity provider.</span>
      <LinkButton onClick={() => dispatch(providerSignOutRequested())}>Sign out there, too</LinkButton>
    </div>
  );
}
