/** Adding and changing an organization: the form's initial values, the call that saves it, and the page afterwards. */
import type { Action } from '@reduxjs/toolkit';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { rootOf } from '../../../navigation/routes/resolve';
import { currentUser } from '../../../session/activeSession.saga';
import { request } from '../../../session/token/request.saga';
import { defineForm, type FormPlace } from '../forms/forms.saga';
import {
  createBody,
  emptyValues,
  updateBody,
  valuesOf,
  type LoadedOrganization,
  type OrganizationValues,
} from './organizations.rules';

export const organizationForm = defineForm<LoadedOrganization, OrganizationValues, void>({
  screen: 'organizationForm',
  load,
  save,
  saved,
});

function* load({ params: { organizationId } }: FormPlace): SagaGenerator<LoadedOrganization> {
  if (organizationId === undefined) {
    const random = yield* port('random');
    const requestId = yield* call(random.uuid);
    const choices = yield* request('organizationChoices', {});
    return { values: emptyValues(requestId), organization: null, isOwn: false, ...choices };
  }
  const organization = yield* request('organization', { params: { organizationId } });
  const user = yield* currentUser();
  return {
    values: valuesOf(organization),
    organization,
    programs: [],
    limits: organization.limits,
    isOwn: organizationId === user.organizationId,
  };
}

function* save(values: OrganizationValues, { organization }: LoadedOrganization): SagaGenerator<void> {
  if (organization === null) {
    yield* request('createOrganization', { body: createBody(values) });
    return;
  }
  const { organizationId, version } = organization;
  yield* request('updateOrganization', { params: { organizationId }, body: updateBody(values, version) });
}

function* saved(_: void, values: OrganizationValues, place: FormPlace): SagaGenerator<Action> {
  const name = values.name.trim();
  const text =
    place.params['organizationId'] === undefined
      ? `${name} has been added. A temporary password is on its way to ${values.email.trim()}.`
      : `${name} has been saved.`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const root = rootOf(yield* currentUser());
  return navigateRequested({ to: `/${root}/admin/organizations${yield* select(selectPersistentQuery)}` });
}
