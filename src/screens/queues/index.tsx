import { selectBroadcastShown } from '../../../sagas/broadcasts/broadcasts.selectors';
import { selectRoleUpdate } from '../../../sagas/roleUpdates/roleUpdates.selectors';
import { useAppSelector } from '../../app/state';
import { loadable } from '../../ui/loadable';

const BroadcastDialog = loadable(
  async () => (await import(/* webpackChunkName: "queues" */ './BroadcastDialog')).BroadcastDialog,
  null,
);
const RoleUpdate = loadable(
  async () => (await import(/* webpackChunkName: "queues" */ './RoleUpdate')).RoleUpdate,
  null,
);

/** What must be accepted, over everything else; broadcasts first. */
export function Queues() {
  const broadcast = useAppSelector(selectBroadcastShown);
  const roleUpdate = useAppSelector(selectRoleUpdate);
  return (
    <>
      {roleUpdate !== null && <RoleUpdate view={roleUpdate} />}
      {broadcast && <BroadcastDialog />}
    </>
  );
}
