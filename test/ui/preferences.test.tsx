/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { Preference, PreferenceGroups } from '../../machines/preferences/changedRecords';
import { withToggled } from '../../sagas/features/preferences/preferences.rules';
import {
  changesKept,
  preferencesClosed,
  preferencesSaveRequested,
  preferenceToggled,
} from '../../sagas/features/preferences/preferences.slice';
import type { AppState } from '../../sagas/app/state';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { PreferencesDialog } from '../../src/screens/notifications/PreferencesDialog';
import { preference } from '../support/preference';
import { focused } from './support/focused';
import { button, testStore } from './support/show';
import { signedIn, USER } from './support/states';

const named = (subCategoryCode: Preference['subCategoryCode'], subCategoryName: string) =>
  preference({ id: subCategoryCode, subCategoryCode, subCategoryName });
const SAVED: PreferenceGroups = [
  { categoryCode: 'JOB', subCategories: [named('JOB_UPDATED', 'Job Updated'), named('JOB_CLOSED', 'Job Closed')] },
  { categoryCode: 'SUBMISSIONS', subCategories: [named('OFFER_MADE', 'Offer Made')] },
];

const withDraft = (state: AppState, draft: PreferenceGroups, tags = ['open']): AppState => {
  const context = { saved: SAVED, draft, failure: null };
  const preferences = { value: 'editing', context, tags, can: [], status: 'active' } as const;
  return { ...state, machines: { ...state.machines, preferences } };
};

function open() {
  let draft = SAVED;
  const { store, intents } = testStore(withDraft(signedIn(), draft), (action, state) => {
    if (preferencesClosed.match(action)) return withDraft(state, draft, ['open', 'asking']);
    if (changesKept.match(action)) return withDraft(state, draft);
    if (!preferenceToggled.match(action)) return state;
    draft = withToggled(draft, action.payload.code, action.payload.column, USER);
    return withDraft(state, draft);
  });
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: '/vms/dashboard', search: '', key: 'k' }}>
        <PreferencesDialog />
      </ShellRouter>
    </Provider>,
  );
  const rows = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
  return { intents, rows, user: userEvent.setup({ delay: null }) };
}

describe('the dialog Notification Preferences', () => {
  it('searches with each letter that is typed, in any case; blanks are no search', async () => {
    const { rows, user } = open();
    const field = screen.getByPlaceholderText<HTMLInputElement>('Search this Preference');
    const all = ['Jobs', 'Job Updated', 'Job Closed', 'Submissions', 'Offer Made'];
    expect([rows(), field.maxLength]).toEqual([all, 100]);
    await user.type(field, 'jOB');
    expect(rows()).toEqual(['Jobs', 'Job Updated', 'Job Closed']);
    await user.type(field, ' c');
    expect(rows()).toEqual(['Jobs', 'Job Closed']);
    await user.type(field, 'x');
    expect([rows(), screen.getByText('No preference matches. Try other words.').isConnected]).toEqual([[], true]);
    await user.clear(field);
    await user.type(field, '   ');
    expect([rows(), field.value]).toEqual([all, '']);
  });

  it('is closed by Escape, which first empties the search', async () => {
    const { intents, user } = open();
    const field = screen.getByPlaceholderText<HTMLInputElement>('Search this Preference');
    await user.type(field, 'x{Escape}');
    expect([field.value, intents.filter(preferencesClosed.match)]).toEqual(['', []]);
    await user.keyboard('{Escape}');
    expect(intents.filter(preferencesClosed.match)).toHaveLength(1);
  });

  it('can be saved only while something differs from what is saved', async () => {
    const { intents, user } = open();
    const box = () => screen.getByRole('checkbox', { name: 'Job Closed, notification' });
    const saves = () => intents.filter(preferencesSaveRequested.match).length;
    expect(button('Save').disabled).toBe(true);
    await user.click(box());
    expect(button('Save').disabled).toBe(false);
    await user.click(box());
    expect(button('Save').disabled).toBe(true);
    await user.click(button('Save'));
    expect(saves()).toBe(0);
    await user.click(box());
    await user.click(button('Save'));
    expect(saves()).toBe(1);
  });

  it('closes by Cancel, without saving', async () => {
    const { intents, user } = open();
    await user.click(screen.getByRole('checkbox', { name: 'Job Closed, notification' }));
    await user.click(button('Cancel'));
    expect(intents.slice(1)).toEqual([preferencesClosed()]);
  });

  it('Keep editing returns the focus to where it was', async () => {
    const { user } = open();
    const box = screen.getByRole('checkbox', { name: 'Job Closed, notification' });
    await user.click(box);
    act(() => box.focus());
    await user.keyboard('{Escape}');
    expect(focused()).toBe('Keep editing');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(box);
  });
});
