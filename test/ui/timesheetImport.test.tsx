/** @jest-environment jsdom */
/** The page of timesheet imports, by the permissions of its user. */
import type { Action } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { permissionName } from '../../contract/identity/permissionGroups';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import {
  checkBegun,
  fileChecked,
  fileChosen,
  fileImported,
  fileRemoved,
  importBegun,
  importPressed,
  timesheetImportReducers,
  type CheckedFile,
} from '../../sagas/features/timesheetImport/timesheetImport.slice';
import { KeepFileContext } from '../../src/hooks/files';
import { TimesheetImportScreen } from '../../src/screens/timesheetImport/TimesheetImportScreen';
import { focused } from './support/focused';
import { testStore } from './support/show';
import { signedIn } from './support/states';

const SUPPLIER = { organizationType: 'AGENCY', userType: 'AGENCY', permissions: ['TIMESHEET_SUBMIT'] } as const;

function open(user: Partial<UserInfo>) {
  return show(user) && screen.queryByRole('button', { name: 'Download the template' });
}

function show(user: Partial<UserInfo>) {
  const state = {
    ...signedIn(user),
    timesheetImport: timesheetImportReducers.timesheetImport(undefined, { type: 'test/begins' }),
  };
  const kept: Blob[] = [];
  const { store, intents } = testStore(state, (action, before) => ({
    ...before,
    timesheetImport: timesheetImportReducers.timesheetImport(before.timesheetImport, action),
  }));
  render(
    <Provider store={store}>
      <KeepFileContext.Provider value={(file) => `<file:${kept.push(file)}>` as never}>
        <TimesheetImportScreen />
      </KeepFileContext.Provider>
    </Provider>,
  );
  return { kept, intents, store };
}

/** `read` yields its bytes; a page of jsdom cannot read files. */
function fileOf(name: string, read: () => Promise<ArrayBuffer>, size = 120): File {
  const file = new File(['x'.repeat(size)], name, { type: 'text/csv' });
  return Object.assign(file, { arrayBuffer: read });
}
const chooseFile = (file: File) =>
  act(async () => void fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [file] } }));
const bytes = async () => new ArrayBuffer(120);
const CHECKED: CheckedFile = {
  fileProblem: null,
  lines: [
    {
      line: 2,
      timesheetId: null,
      assignment: '1001',
      candidate: 'Smith, Ann',
      weekEnding: '2026-01-10',
      worked: 2_160,
      bill: 180_000,
      problems: [],
    },
  ],
  problems: 0,
};

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

it('the bytes of a file are taken when it is chosen, so that saving it again changes nothing', async () => {
  const { kept, intents } = show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  const file = fileOf('week.csv', bytes);
  await chooseFile(file);
  expect(intents).toMatchObject([
    { type: fileRemoved.type },
    { type: fileChosen.type, payload: { file: '<file:1>', fileName: 'week.csv', size: 120 } },
  ]);
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toBe(file);
  expect(kept[0]?.size).toBe(120);
});

it('a file that can no longer be read is to be chosen again, and takes the place of the earlier one', async () => {
  const { kept } = show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  await chooseFile(fileOf('week.csv', bytes));
  expect(screen.getByText('week.csv')).toBeTruthy();
  await chooseFile(fileOf('next.csv', () => Promise.reject(new DOMException('gone', 'NotReadableError'))));
  expect(screen.getByText('The file could not be read. Please choose it again.')).toBeTruthy();
  expect(screen.queryByText('week.csv')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await chooseFile(fileOf('next.csv', bytes));
  expect(screen.queryByText('The file could not be read. Please choose it again.')).toBeNull();
  expect(kept).toHaveLength(2);
});

it('the earlier file can no longer be imported while another one is being read', async () => {
  const { store } = show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  await chooseFile(fileOf('week.csv', bytes));
  await act(async () => void store.dispatch(fileChecked({ checked: CHECKED, requestId: 'r1' })));
  expect(screen.getByRole('button', { name: 'Import 1 timesheet' })).toBeTruthy();
  await chooseFile(fileOf('next.csv', () => new Promise(() => undefined)));
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(screen.queryByText('week.csv')).toBeNull();
});

it('of two files the one that was chosen last counts, even if it was read first', async () => {
  const { intents } = show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  let finish: (read: ArrayBuffer) => void = () => undefined;
  await chooseFile(fileOf('slow.csv', () => new Promise((resolve) => (finish = resolve))));
  await chooseFile(fileOf('quick.csv', bytes));
  await act(async () => finish(new ArrayBuffer(120)));
  expect(intents.filter(fileChosen.match)).toMatchObject([{ payload: { fileName: 'quick.csv' } }]);
});

it('a file that is too large is not read', async () => {
  const read = jest.fn(bytes);
  const { intents } = show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  await chooseFile(fileOf('large.csv', read, 200_001));
  expect(intents.filter(fileChosen.match)).toMatchObject([{ payload: { size: 200_001 } }]);
  expect(read).not.toHaveBeenCalled();
});

it('announces the state of the file in one place, which has the focus after the import', async () => {
  const { intents, store } = show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  const status = screen.getByRole('status');
  const said = [status.textContent];
  const happen = async (action: Action) => {
    await act(async () => void store.dispatch(action as never));
    said.push(status.textContent);
  };
  await chooseFile(fileOf('week.csv', bytes));
  await happen(checkBegun());
  await happen(fileChecked({ checked: CHECKED, requestId: 'r1' }));
  const press = screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 timesheet' });
  act(() => press.focus());
  fireEvent.click(press);
  await happen(importBegun());
  fireEvent.click(press);
  expect(intents.filter(importPressed.match)).toHaveLength(1);
  expect([press.disabled, document.activeElement]).toEqual([false, press]);
  await happen(fileImported({ imported: 1 }));
  expect(screen.getByRole('status')).toBe(status);
  expect(document.activeElement).toBe(status);
  expect(said).toEqual([
    'Choose a file first.',
    'Checking…',
    '1 timesheet will be imported and submitted for approval.',
    '1 timesheet will be imported and submitted for approval.',
    '1 timesheet was imported and submitted.',
  ]);
});

it('after Remove, another file can be chosen at once', async () => {
  show({ ...SUPPLIER, permissions: [...SUPPLIER.permissions] });
  await chooseFile(fileOf('week.csv', bytes));
  act(() => screen.getByRole('button', { name: 'Remove' }).focus());
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(focused()).toBe('Choose a file');
});
