/** Adding a role and changing one: what the form starts from, the one call that saves it, and who was told. */
import { call, put, select, type SagaGenerator } from '../effects';
import { formWork, type FormPlace } from '../forms/followForms.saga';
import { request } from '../http/request.saga';
import { currentUser } from '../session/currentUser';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { noticeShown } from '../shell/notices/notices.actions';
import { rootOf } from '../shell/routes/resolve';
import { selectCarriedQuery } from '../shell/shell.selectors';
import { emptyStart, startOf, toldText } from './roles.rules';
import type { RoleStart, RoleValues } from './roles.types';

/** How many people were told; null for a role that nobody has yet. */
type Told = number | null;

export const roleForm = formWork<RoleStart, RoleValues, Told>({ screen: 'roleForm', load, save, saved });

function* load({ params: { roleId } }: FormPlace): SagaGenerator<RoleStart> {
  if (roleId === undefined) return emptyStart(yield* currentUser());
  return startOf(yield* call(request<'role'>, 'role', { params: { roleId } }));
}

function* save({ name, permissions }: RoleValues, { roleId, version }: RoleStart): SagaGenerator<Told> {
  if (roleId === null) {
    yield* call(request<'createRole'>, 'createRole', { body: { name: name.trim(), permissions: [...permissions] } });
    return null;
  }
  const body = { permissions: [...permissions], version };
  return (yield* call(request<'updateRole'>, 'updateRole', { params: { roleId }, body })).told;
}

function* saved(told: Told, { name }: RoleValues): SagaGenerator<void> {
  const text =
    told === null
      ? `The role ${name.trim()} has been added. Give it to people under Users.`
      : `The role ${name} has been saved. ${toldText(told)}`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const root = rootOf(yield* currentUser());
  yield* put(navigateRequested({ to: `/${root}/admin/roles${yield* select(selectCarriedQuery)}` }));
}
