/** @jest-environment jsdom */
/** The page of timesheet imports, by the permissions of its user. */
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { permissionName } from '../../contract/identity/permissionGroups';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { timesheetImportReducers } from '../../sagas/features/timesheetImport/timesheetImport.slice';
import { KeepFileContext } from '../../src/hooks/files';
import { TimesheetImportScreen } from '../../src/screens/timesheetImport/TimesheetImportScreen';
import { testStore } from './support/show';
import { signedIn } from './support/states';

function open(user: Partial<UserInfo>) {
  const state = {
    ...signedIn(user),
    timesheetImport: timesheetImportReducers.timesheetImport(undefined, { type: 'test/begins' }),
  };
  render(
    <Provider store={testStore(state).store}>
      <KeepFileContext.Provider value={() => '' as never}>
        <TimesheetImportScreen />
      </KeepFileContext.Provider>
    </Provider>,
  );
  return screen.queryByRole('button', { name: 'Download the template' });
}

it.each([
  ['a managing organization', { organizationType: 'VMS' }],
  ['a supplier', { organizationType: 'AGENCY', userType: 'AGENCY' }],
] as const)('users of %s who may not submit read which permission an import needs', (_who, user) => {
  expect(open({ ...user, permissions: ['SUBMENU_TIMESHEET_IMPORT'] })).toBeNull();
  expect(screen.getByText(new RegExp(permissionName('TIMESHEET_SUBMIT')))).toBeTruthy();
});

it.each([
  ['who may submit', { organizationType: 'VMS', permissions: ['TIMESHEET_SUBMIT'] }],
  ['of a facility', { organizationType: 'CLIENT', userType: 'CLIENT', permissions: [] }],
] as const)('users %s get the template', (_who, user) => {
  expect(open({ ...user, permissions: [...user.permissions] })).not.toBeNull();
});
