import { selectBroadcastShown } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { selectRoleUpdate } from '../../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { loadable } from '../../ui/loadable';

const BroadcastDialog = loadable(
  async () => (await import(/* webpackChunkName: "queues" */ './BroadcastDialog')).BroadcastDialog,
  null,
);
const RoleUpdate = loadable(
  async () => (await import(/* webpackChunkName: "queues" */ './RoleUpdate')).RoleUpdate,
  null,
);

/** Messages that must be accepted cover the page; broadcasts come first. */
export function MustAcceptDialogs() {
  const broadcast = useAppSelector(selectBroadcastShown);
  const roleUpdate = useAppSelector(selectRoleUpdate);
  return (
    <>
      {roleUpdate !== null && <RoleUpdate view={roleUpdate} />}
      {broadcast && <BroadcastDialog />}
    </>
  );
}
