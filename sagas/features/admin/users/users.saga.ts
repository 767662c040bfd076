/** Adding and changing a user: the form's initial values, the one call that saves it, and the page that follows. */
import type { Action } from '@reduxjs/toolkit';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, takeLatest, type SagaGenerator } from '../../../base/runtime/effects';
import { selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { rootOf } from '../../../navigation/routes/resolve';
import { currentUser } from '../../../session/activeSession.saga';
import { request } from '../../../session/token/request.saga';
import { defineForm, type FormPlace } from '../forms/forms.saga';
import { selectDrafts } from '../unsaved.selectors';
import {
  createBody,
  emptyValues,
  updateBody,
  userTypesFor,
  valuesOf,
  type LoadedUser,
  type UserValues,
} from './users.rules';
import { roleChoicesArrived, roleChoicesFailed, supplierChosen } from './roleChoices.slice';
import { attempt } from '../../../base/http/attempt.saga';

export const userForm = defineForm<LoadedUser, UserValues, void>({ screen: 'userForm', load, save, saved });

function* load(place: FormPlace): SagaGenerator<LoadedUser> {
  const user = yield* currentUser();
  const { userId } = place.params;
  if (userId !== undefined) {
    const account = yield* request('userAccount', { params: { userId } });
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
      isAbove: values.userType === 'OWNER' && user.userType !== 'OWNER',
      mayConfirmEmail: user.userType === 'OWNER' && userId !== user.userId,
    };
  }
  const random = yield* port('random');
  const requestId = yield* call(random.uuid);
  if (place.path.startsWith('admin/supplier-users')) return yield* loadForSuppliers(requestId, place);
  const { organizationId, organizationType } = user;
  const userTypes = userTypesFor(organizationType, user);
  const roles = yield* request('roleChoices', { params: { organizationId } });
  const values = emptyValues(requestId, organizationId, userTypes[0] ?? user.userType);
  return {
    kind: 'add',
    values,
    organizationType,
    suppliers: null,
    userTypes,
    roles,
    account: null,
    isSelf: false,
    isAbove: false,
    mayConfirmEmail: false,
  };
}

function* loadForSuppliers(requestId: string, { key }: FormPlace): SagaGenerator<LoadedUser> {
  // The draft may already have a supplier.
  const draft = (yield* select(selectDrafts))[key]?.values as UserValues | undefined;
  const organizationId = draft?.organizationId ?? '';
  if (organizationId !== '') yield* put(supplierChosen({ organizationId }));
  const options = yield* request('listOptions', { params: { list: 'supplierUsers' } });
  return {
    kind: 'add',
    values: emptyValues(requestId, '', 'AGENCY'),
    organizationType: 'AGENCY',
    suppliers: options.suppliers ?? [],
    userTypes: ['AGENCY'],
    roles: null,
    account: null,
    isSelf: false,
    isAbove: false,
    mayConfirmEmail: false,
  };
}

function* save(values: UserValues, { account }: LoadedUser): SagaGenerator<void> {
  if (account === null) {
    yield* request('createUser', { body: createBody(values) });
    return;
  }
  yield* request('updateUser', {
    params: { userId: account.userId },
    body: updateBody(values, account.version ?? 1),
  });
}

function* saved(_: void, values: UserValues, place: FormPlace): SagaGenerator<Action> {
  const name = `${values.firstName.trim()} ${values.lastName.trim()}`;
  const text =
    place.params['userId'] === undefined
      ? `${name} has been added. A temporary password is on its way to ${values.email.trim()}.`
      : `${name} has been saved.`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const list = place.path.replace(/\/(add|:userId\/edit)$/, '');
  const root = rootOf(yield* currentUser());
  return navigateRequested({ to: `/${root}/${list}${yield* select(selectPersistentQuery)}` });
}

/** Choosing another supplier cancels the call for the previous one. */
export function* watchChoices(): SagaGenerator<void> {
  yield* takeLatest(supplierChosen, fetchChoices);
}

function* fetchChoices({ payload: { organizationId } }: ReturnType<typeof supplierChosen>): SagaGenerator<void> {
  const { failure, answer: roles } = yield* attempt(request('roleChoices', { params: { organizationId } }));
  yield* put(failure ? roleChoicesFailed({ failure }) : roleChoicesArrived({ organizationId, roles }));
}
