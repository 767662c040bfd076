/** @jest-environment jsdom */
/** The fields of a user, with what a changed address means. */
import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import { Formik } from 'formik';
import { Provider } from 'react-redux';
import { valuesOf, type UserAccount, type LoadedUser } from '../../sagas/features/admin/users/users.rules';
import { UserFields } from '../../src/screens/admin/users/UserFields';
import { ACCOUNT } from '../support/adminTab';
import { signedIn } from './support/states';

const account: UserAccount = {
  ...ACCOUNT,
  email: 'wrong@meridian.example',
  emailWaits: { previous: 'robin@meridian.example', until: '2026-11-24T16:10:00.000Z' },
};
const LOADED: LoadedUser = {
  kind: 'edit',
  values: valuesOf(account),
  organizationType: 'VMS',
  suppliers: null,
  userTypes: ['VMS'],
  roles: [],
  account,
  isSelf: false,
  isAbove: false,
  mayConfirmEmail: false,
};

it('the supplier is a field like the others: invalid and described by its error once the user has tried to save', async () => {
  const state = signedIn();
  const suppliers = [{ value: 's1', label: 'Meridian' }];
  render(
    <Provider store={configureStore({ reducer: () => state })}>
      <Formik
        initialValues={{ ...LOADED.values, organizationId: '' }}
        validate={() => ({ organizationId: 'Choose the supplier.' })}
        onSubmit={() => undefined}
      >
        {({ submitForm }) => (
          <>
            <UserFields loaded={{ ...LOADED, suppliers }} taken={null} />
            <button type="button" onClick={() => void submitForm()}>
              Save
            </button>
          </>
        )}
      </Formik>
    </Provider>,
  );
  const supplier = screen.getByRole('button', { name: /^Supplier: / });
  expect([supplier.getAttribute('aria-invalid'), supplier.getAttribute('aria-describedby')]).toEqual([null, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const error = await screen.findByRole('alert');
  expect(error.textContent).toBe('Choose the supplier.');
  expect([supplier.getAttribute('aria-invalid'), supplier.getAttribute('aria-describedby')]).toEqual([
    'true',
    error.id,
  ]);
});

it('only a new address waits: the note about that is not shown for the address that it is changed back to', () => {
  const state = signedIn();
  render(
    <Provider store={configureStore({ reducer: () => state })}>
      <Formik initialValues={LOADED.values} validateOnChange={false} onSubmit={() => undefined}>
        <UserFields loaded={LOADED} taken={null} />
      </Formik>
    </Provider>,
  );
  const shownFor = (value: string) => {
    fireEvent.change(screen.getByLabelText(/^Email/), { target: { value } });
    return screen.queryByText(/^Both addresses get an email about the change\./) !== null;
  };
  expect(shownFor('other@meridian.example')).toBe(true);
  expect(shownFor(' Robin@Meridian.example ')).toBe(false);
});
