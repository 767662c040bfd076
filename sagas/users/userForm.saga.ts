/** Adding a user and changing one: what the form starts from, the one call that saves it, and where it leads. */
import { call, put, select, type SagaGenerator } from '../effects';
import { formWork, type FormPlace } from '../forms/followForms.saga';
import { selectDrafts } from '../forms/forms.selectors';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { currentUser } from '../session/currentUser';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { noticeShown } from '../shell/notices/notices.actions';
import { rootOf } from '../shell/routes/resolve';
import { selectCarriedQuery } from '../shell/shell.selectors';
import { supplierChosen } from './users.intents';
import { createBody, emptyValues, updateBody, userTypesFor, valuesOf } from './users.rules';
import type { UserStart, UserValues } from './users.types';

export const userForm = formWork<UserStart, UserValues, void>({ screen: 'userForm', load, save, saved });

function* load(place: FormPlace): SagaGenerator<UserStart> {
  const user = yield* currentUser();
  const { userId } = place.params;
  if (userId !== undefined) {
    const account = yield* call(request<'userAccount'>, 'userAccount', { params: { userId } });
    const values = valuesOf(account);
    return {
      kind: 'edit',
      values,
      organizationType: values.userType === 'AGENCY' ? 'AGENCY' : user.organizationType,
      suppliers: null,
      userTypes: [values.userType],
      roles: account.roles ?? [],
      account,
      isSelf: userId === user.userId,
    };
  }
  const random = yield* port('random');
  const requestId = yield* call(random.uuid);
  if (place.path.startsWith('admin/supplier-users')) return yield* loadForSuppliers(requestId, place);
  const { organizationId, organizationType } = user;
  const userTypes = userTypesFor(organizationType, user);
  const roles = yield* call(request<'roleChoices'>, 'roleChoices', { params: { organizationId } });
  const values = emptyValues(requestId, organizationId, userTypes[0] ?? user.userType);
  return { kind: 'add', values, organizationType, suppliers: null, userTypes, roles, account: null, isSelf: false };
}

function* loadForSuppliers(requestId: string, { key }: FormPlace): SagaGenerator<UserStart> {
  // What was typed before may have chosen one already.
  const draft = (yield* select(selectDrafts))[key] as UserValues | undefined;
  const organizationId = draft?.organizationId ?? '';
  if (organizationId !== '') yield* put(supplierChosen({ organizationId }));
  const options = yield* call(request<'listOptions'>, 'listOptions', { params: { list: 'supplierUsers' } });
  return {
    kind: 'add',
    values: emptyValues(requestId, '', 'AGENCY'),
    organizationType: 'AGENCY',
    suppliers: options.suppliers ?? [],
    userTypes: ['AGENCY'],
    roles: null,
    account: null,
    isSelf: false,
  };
}

function* save(values: UserValues, { account }: UserStart): SagaGenerator<void> {
  if (account === null) {
    yield* call(request<'createUser'>, 'createUser', { body: createBody(values) });
    return;
  }
  yield* call(request<'updateUser'>, 'updateUser', {
    params: { userId: account.userId },
    body: updateBody(values, account.version ?? 1),
  });
}

function* saved(_: void, values: UserValues, place: FormPlace): SagaGenerator<void> {
  const name = `${values.firstName.trim()} ${values.lastName.trim()}`;
  const text =
    place.params['userId'] === undefined
      ? `${name} has been added. A temporary password is on its way to ${values.email.trim()}.`
      : `${name} has been saved.`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const list = place.path.replace(/\/(add|:userId\/edit)$/, '');
  const root = rootOf(yield* currentUser());
  yield* put(navigateRequested({ to: `/${root}/${list}${yield* select(selectCarriedQuery)}` }));
}
