/** @jest-environment jsdom */
/** The form of a new broadcast, opened again with what was typed or chosen in it before. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { FileRef } from '../../machines/references';
import type { AppState } from '../../sagas/app/state';
import { machineMoved, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import type { ComposeValues, LoadedBroadcastForm } from '../../sagas/features/admin/broadcasts/compose.rules';
import {
  documentChosen,
  documentKept,
  documentRefused,
  documentRemoved,
  uploadReducer,
} from '../../sagas/features/admin/broadcasts/upload.slice';
import { draftsReducer, formChanged } from '../../sagas/features/admin/forms/forms.slice';
import { ComposeScreen } from '../../src/screens/admin/broadcasts/ComposeScreen';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { settle } from './support/show';
import { after, signedIn } from './support/states';

const PATH = '/vms/admin/broadcasts/add';
const EMPTY: ComposeValues = {
  requestId: 'r1',
  subject: '',
  message: '',
  displayFrequency: 'IMMEDIATE',
  organizationTypes: [],
  organizationIds: [],
  stickyNotification: false,
  releaseNotes: false,
  forceLogout: false,
  when: 'now',
  sendAt: '',
  endsAt: '',
  acceptBy: '',
  escalateTo: [],
  zone: 'America/New_York',
};
const LAKESIDE = { id: 'o1', name: 'Lakeside', type: 'CLIENT', people: 3 };
const LOADED: LoadedBroadcastForm = {
  values: EMPTY,
  audience: { types: [], organizations: [LAKESIDE] },
  sender: 'Meridian',
  openedAt: Date.UTC(2026, 9, 15, 12),
};
const NEWS = documentChosen({ file: 'f1' as FileRef, fileName: 'News.pdf', size: 8 });
const KEPT = documentKept({ broadcastDocumentId: 'd1', fileName: 'News.pdf', mediaType: 'application/pdf' });
const typed = (facts: Partial<ComposeValues>) =>
  formChanged({ key: PATH, values: { ...EMPTY, requestId: 'r0', ...facts } });

/** `before` happened before the page was opened. */
async function compose(before: readonly Action[]) {
  const base = signedIn({}, PATH);
  const actions: Action[] = [];
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => {
      actions.push(action);
      return {
        ...after(state ?? base, action),
        machines: machinesReducer((state ?? base).machines, action),
        drafts: draftsReducer(state?.drafts, action),
        upload: uploadReducer(state?.upload, action),
      };
    },
  });
  for (const action of before) store.dispatch(action);
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: PATH, search: '', key: 'k' }}>
        <ComposeScreen />
      </ShellRouter>
    </Provider>,
  );
  const context = { key: PATH, loaded: LOADED, before: null, failure: null, failureCount: 0 };
  const projection = { value: 'editing', context, tags: [], can: [], status: 'active' } as const;
  await act(async () => void store.dispatch(machineMoved({ machine: 'form', event: 'xstate.init', projection })));
  await settle();
  const kept = () => (store.getState().drafts?.[PATH]?.values as ComposeValues | undefined) ?? null;
  return { store, kept, actions, user: userEvent.setup({ delay: null }) };
}

const note = () => screen.queryByText(/These are your changes from before/);
const subject = () => screen.getByLabelText<HTMLInputElement>(/^Subject/).value;

it.each([
  ['typed words and a document', [typed({ subject: 'Closing time' }), NEWS, KEPT]],
  ['a document alone', [NEWS, KEPT]],
])('the note of changes from before shows for %s, and discarding them leaves nothing', async (_name, before) => {
  const { store, kept, actions, user } = await compose(before);
  expect([note() !== null, screen.queryByText('News.pdf') !== null]).toEqual([true, true]);
  await user.click(screen.getByRole('button', { name: 'Discard them' }));
  expect([note(), screen.queryByText('News.pdf'), subject(), kept()]).toEqual([null, null, '', null]);
  // This also releases the bytes of the document.
  expect(actions.filter(documentRemoved.match)).toHaveLength(1);
  // What follows is not from before.
  act(() => void store.dispatch(NEWS));
  await user.type(screen.getByLabelText(/^Subject/), 'New');
  expect([note(), kept()?.subject]).toEqual([null, 'New']);
});

it('the note beside Send says what became of the document', async () => {
  const { store } = await compose([NEWS]);
  expect(screen.getByText('The document is still being uploaded.')).toBeTruthy();
  act(() => void store.dispatch(documentRefused({ failure: 'tooLarge' })));
  expect(screen.queryByText('The document is still being uploaded.')).toBeNull();
  expect(screen.getByText('The document was not uploaded. Please choose another, or remove it.')).toBeTruthy();
});

it.each([
  [['o1', 'gone'], 'An organization that you chose is no longer active, so it was removed from the recipients.'],
  [['gone', 'o1', 'too'], '2 organizations that you chose are no longer active, so they were removed'],
])(
  'organizations of a draft that are no longer active (%j) are removed from its recipients, with a note',
  async (ids, text) => {
    const { kept } = await compose([typed({ subject: 'Closing time', organizationIds: ids })]);
    expect(screen.getByText(text, { exact: false })).toBeTruthy();
    expect(screen.getByText('Individual organizations: 1 chosen')).toBeTruthy();
    expect([kept()?.organizationIds, kept()?.subject]).toEqual([['o1'], 'Closing time']);
  },
);

it('a draft whose organizations are all active has no such note', async () => {
  await compose([typed({ organizationIds: ['o1'] })]);
  expect(screen.queryByText(/no longer active/)).toBeNull();
});
