/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Formik } from 'formik';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { machineMoved, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { draftsReducer, formChanged } from '../../sagas/features/admin/forms/forms.slice';
import type { LoadedRole, RoleValues } from '../../sagas/features/admin/roles/roles.rules';
import { ssoTestPressed } from '../../sagas/features/admin/sso/sso.slice';
import { composeSchema } from '../../src/screens/admin/broadcasts/compose.schema';
import { MessageFields } from '../../src/screens/admin/broadcasts/MessageFields';
import { RoleFormScreen } from '../../src/screens/admin/roles/RoleFormScreen';
import { ProviderTest } from '../../src/screens/admin/sso/ProviderTest';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

const PATH = '/vms/admin/roles/7/edit';
const SAVED: RoleValues = { name: 'Coordinator', permissions: [] };
const START: LoadedRole = {
  roleId: '7',
  version: 1,
  values: SAVED,
  groups: [
    { name: 'Jobs', permissions: [{ code: 'MENU_JOB', name: 'Jobs', granted: false, grantable: true }] },
    {
      name: 'Candidates',
      permissions: [{ code: 'MENU_CANDIDATE', name: 'Candidates', granted: false, grantable: true }],
    },
  ] as LoadedRole['groups'],
  members: [],
};

/** The form of a role over a store in which `typed` is kept, if any, and the role was `base` before. */
function showRole(loaded: LoadedRole, typed: RoleValues | null, base: RoleValues) {
  const signed = signedIn({ permissions: ['ROLE_EDIT'] }, PATH);
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => ({
      ...after(state ?? signed, action),
      machines: machinesReducer((state ?? signed).machines, action),
      drafts: draftsReducer(state?.drafts, action),
    }),
  });
  const context = { key: PATH, loaded, before: { values: base }, failure: null, failureCount: 0 };
  const projection = { value: 'editing', context, tags: [], can: [], status: 'active' } as const;
  store.dispatch(machineMoved({ machine: 'form', event: 'xstate.init', projection }));
  store.dispatch(formChanged({ key: PATH, values: typed, base }));
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: PATH, search: '', key: 'k' }}>
        <RoleFormScreen />
      </ShellRouter>
    </Provider>,
  );
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  return { store, isTicked: (name: RegExp) => box(name).checked };
}

it('discarding restored changes by keyboard leaves the focus at the heading of the form', async () => {
  const { isTicked } = showRole(START, { ...SAVED, permissions: ['MENU_JOB'] }, SAVED);
  expect(isTicked(/Jobs/)).toBe(true);
  act(() => screen.getByRole('button', { name: 'Discard them' }).focus());
  await userEvent.setup({ delay: null }).keyboard('{Enter}');
  expect([isTicked(/Jobs/), screen.queryByRole('button', { name: 'Discard them' })]).toEqual([false, null]);
  expect(focused()).toBe('Coordinator');
});

describe('changes that were typed before another administrator removed a permission', () => {
  const typedBefore = () =>
    showRole(
      { ...START, version: 2 },
      { ...SAVED, permissions: ['MENU_CANDIDATE', 'MENU_JOB'] },
      { ...SAVED, permissions: ['MENU_CANDIDATE'] },
    );

  it('are restored without it, with a note, and are then kept as typed on the newer version', () => {
    const { store, isTicked } = typedBefore();
    expect([isTicked(/Jobs/), isTicked(/Candidates/)]).toEqual([true, false]);
    expect(screen.getByText(/Removed in the meantime: Candidate/)).toBeTruthy();
    expect(store.getState().drafts?.[PATH]).toEqual({ values: { ...SAVED, permissions: ['MENU_JOB'] }, base: SAVED });
  });

  it('are to be saved again, but a form in which nothing was typed only says what changed', () => {
    const before = { ...SAVED, permissions: ['MENU_CANDIDATE' as const] };
    const note = () => screen.getByText(/^This is the newer version/).textContent;
    typedBefore();
    expect(note()).toMatch(/^This is the newer version, with your changes applied\. .+ Save again to keep yours\.$/);
    cleanup();
    showRole({ ...START, version: 2 }, null, before);
    expect(note()).toMatch(/^This is the newer version\. Changed in the meantime: [^.]+\.$/);
  });

  it('leave no note once they are discarded', async () => {
    const { isTicked } = typedBefore();
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Discard them' }));
    expect([isTicked(/Jobs/), isTicked(/Candidates/)]).toEqual([false, false]);
    expect(screen.queryByText(/in the meantime/)).toBeNull();
  });
});

it('a broadcast is shown in one of three frequencies, in their words', async () => {
  const initialValues = { subject: '', message: '', displayFrequency: 'IMMEDIATE' };
  render(
    <Formik initialValues={initialValues} onSubmit={() => undefined}>
      {({ values }) => (
        <>
          <MessageFields />
          <output>{values.displayFrequency}</output>
        </>
      )}
    </Formik>,
  );
  const user = userEvent.setup({ delay: null });
  expect(screen.getAllByRole('radio')).toHaveLength(3);
  for (const [label, value] of [
    ['Every Login Notification', 'EVERY_LOGIN'],
    ['Next Login Notification', 'NEXT_LOGIN'],
    ['Immediate Notification', 'IMMEDIATE'],
  ]) {
    await user.click(screen.getByRole('radio', { name: label! }));
    expect(screen.getByRole('status').textContent).toBe(value);
  }
});

it('a broadcast that would sign people out after each sign-in is not sent, with the reason at both choices', async () => {
  const values = {
    ...{ subject: 'News', message: 'Hello.', organizationTypes: ['CLIENT'], organizationIds: [], when: 'now' },
    ...{ displayFrequency: 'EVERY_LOGIN', forceLogout: true },
  };
  const sent: unknown[] = [];
  render(
    <Formik initialValues={values} validationSchema={composeSchema} onSubmit={(each) => void sent.push(each)}>
      <Form>
        <MessageFields />
        <button type="submit">Send</button>
      </Form>
    </Formik>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^A broadcast for every login cannot sign people out/);
  const group = screen.getByRole('group', { name: 'How it is shown' });
  expect([group.getAttribute('aria-invalid'), group.getAttribute('aria-describedby')]).toEqual(['true', alert.id]);
  await user.click(screen.getByRole('radio', { name: 'Next Login Notification' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it('without an issuer and a client ID, Test the provider can be focused, says what is missing, and tests nothing', async () => {
  const signed = signedIn();
  const pressed: Action[] = [];
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => {
      if (ssoTestPressed.match(action)) pressed.push(action);
      return after(state ?? signed, action);
    },
  });
  render(
    <Provider store={store}>
      <Formik initialValues={{ issuer: '', client: ' ' }} onSubmit={() => undefined}>
        {({ setValues }) => (
          <>
            <ProviderTest organizationId="1" />
            <button onClick={() => void setValues({ issuer: 'https://login.example', client: 'vms' })}>Fill in</button>
          </>
        )}
      </Formik>
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  const description = 'Please enter the issuer and the client ID first.';
  const test = screen.getByRole('button', { name: 'Test the provider', description });
  await user.click(test);
  expect([test.getAttribute('aria-disabled'), document.activeElement === test, pressed]).toEqual(['true', true, []]);

  await user.click(screen.getByRole('button', { name: 'Fill in' }));
  expect(screen.queryByText(description)).toBeNull();
  await user.click(test);
  expect(pressed).toEqual([ssoTestPressed({ organizationId: '1', issuer: 'https://login.example', client: 'vms' })]);
});
