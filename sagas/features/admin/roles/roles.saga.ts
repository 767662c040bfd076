/** Adding and changing a role: the form's initial values, the one call that saves it, and the notice afterwards. */
import type { Action } from '@reduxjs/toolkit';
import { put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { defineForm, type FormPlace } from '../forms/forms.saga';
import { request } from '../../../session/token/request.saga';
import { currentUser } from '../../../session/activeSession.saga';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { noticeShown } from '../../../base/notices/notices.slice';
import { rootOf } from '../../../navigation/routes/resolve';
import { selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { newRole, loadedRole, notifiedText } from './roles.rules';
import type { LoadedRole, RoleValues } from './roles.rules';

/** How many members were notified; null for a new role, which has none. */
type Notified = number | null;

export const roleForm = defineForm<LoadedRole, RoleValues, Notified>({ screen: 'roleForm', load, save, saved });

function* load({ params: { roleId } }: FormPlace): SagaGenerator<LoadedRole> {
  if (roleId === undefined) return newRole(yield* currentUser());
  return loadedRole(yield* request('role', { params: { roleId } }));
}

function* save({ name, permissions }: RoleValues, { roleId, version }: LoadedRole): SagaGenerator<Notified> {
  if (roleId === null) {
    yield* request('createRole', { body: { name: name.trim(), permissions: [...permissions] } });
    return null;
  }
  const body = { permissions: [...permissions], version };
  return (yield* request('updateRole', { params: { roleId }, body })).notified;
}

function* saved(notified: Notified, { name }: RoleValues): SagaGenerator<Action> {
  const text =
    notified === null
      ? `The role ${name.trim()} has been added. Give it to people under Users.`
      : `The role ${name} has been saved. ${notifiedText(notified)}`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const root = rootOf(yield* currentUser());
  return navigateRequested({ to: `/${root}/admin/roles${yield* select(selectPersistentQuery)}` });
}
