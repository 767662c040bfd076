/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { machineMoved, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { draftsReducer, formChanged } from '../../sagas/features/admin/forms/forms.slice';
import type { RoleStart, RoleValues } from '../../sagas/features/admin/roles/roles.rules';
import { RoleFormScreen } from '../../src/screens/admin/roles/RoleFormScreen';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

const PATH = '/vms/admin/roles/7/edit';
const SAVED: RoleValues = { name: 'Coordinator', permissions: [] };
const START: RoleStart = {
  roleId: '7',
  version: 1,
  values: SAVED,
  groups: [
    { name: 'Jobs', permissions: [{ code: 'MENU_JOB', name: 'Jobs', granted: false, grantable: true }] },
  ] as RoleStart['groups'],
  members: [],
};

it('discarding restored changes by keyboard leaves the focus at the heading of the form', async () => {
  const base = signedIn({ permissions: ['ROLE_EDIT'] }, PATH);
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => ({
      ...after(state ?? base, action),
      machines: machinesReducer((state ?? base).machines, action),
      drafts: draftsReducer(state?.drafts, action),
    }),
  });
  const context = { key: PATH, loaded: START, before: null, failure: null, failureCount: 0 };
  const projection = { value: 'editing', context, tags: [], can: [], status: 'active' } as const;
  store.dispatch(machineMoved({ machine: 'form', event: 'xstate.init', projection }));
  store.dispatch(formChanged({ key: PATH, values: { ...SAVED, permissions: ['MENU_JOB'] } }));
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: PATH, search: '', key: 'k' }}>
        <RoleFormScreen />
      </ShellRouter>
    </Provider>,
  );
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Jobs/ });
  expect(box().checked).toBe(true);
  act(() => screen.getByRole('button', { name: 'Discard them' }).focus());
  await userEvent.setup({ delay: null }).keyboard('{Enter}');
  expect([box().checked, screen.queryByRole('button', { name: 'Discard them' })]).toEqual([false, null]);
  expect(focused()).toBe('Coordinator');
});
