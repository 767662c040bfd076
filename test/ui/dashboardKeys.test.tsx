/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { AppState } from '../../sagas/app/state';
import { filtersInitialized } from '../../sagas/features/dashboards/filters/filters.slice';
import { FilterFields } from '../../src/screens/dashboards/filters/FilterFields';
import { CardGrid } from '../../src/screens/dashboards/home/HomeDashboard';
import { Tabs } from '../../src/ui/Tabs';
import { focused } from './support/focused';
import { everythingFetched, testStore } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);

const VIEWS = [
  { value: 'a', label: 'List' },
  { value: 'b', label: 'Board' },
] as const;

const dashboard = (applicationTypeId: UserInfo['applicationTypeId']) =>
  after(
    signedIn({ permissions: [...PERMISSIONS], applicationTypeId }, '/vms/dashboard'),
    filtersInitialized({ dashboard: 'HOME', source: { by: 'address' } }),
  );

function open(view: JSX.Element, state: AppState, react?: Parameters<typeof testStore>[1]) {
  const { store, intents } = testStore(state, react);
  render(<Provider store={store}>{view}</Provider>);
  return { intents, user: userEvent.setup({ delay: null }) };
}

it('Clear All empties typed days, too, so that Apply is usable again', async () => {
  const { user } = open(<FilterFields />, dashboard('AGENCY'), (action, state) => after(state, action));
  await user.click(screen.getByRole('button', { name: 'Choose days' }));
  await user.type(screen.getByLabelText('Last day'), '{Backspace}');
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
  expect(apply.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  expect({ last: screen.queryByLabelText<HTMLInputElement>('Last day')?.value, disabled: apply.disabled }).toEqual({
    last: undefined,
    disabled: false,
  });
});

it('leaves keys with modifiers to the browser, such as Alt and Left for going back', async () => {
  const { intents, user } = open(
    <>
      <CardGrid />
      <Tabs name="Views" choices={VIEWS} value="b" panelId="views" onChoose={() => undefined} />
    </>,
    dashboard('VMS'),
  );
  const taken: string[] = [];
  const look = (event: KeyboardEvent) => event.defaultPrevented && taken.push(event.key);
  document.addEventListener('keydown', look);
  const places = [screen.getAllByRole('button', { name: /^Move / })[1]!, screen.getByRole('tab', { name: 'Board' })];
  const result = [];
  for (const place of places) {
    act(() => place.focus());
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{ArrowLeft}{/Control}{Meta>}{ArrowRight}{/Meta}');
    result.push(document.activeElement === place ? 'kept the focus' : `moved to ${focused()}`);
  }
  document.removeEventListener('keydown', look);
  const sent = intents.map(({ type }) => type);
  expect({ result, taken, sent }).toEqual({ result: ['kept the focus', 'kept the focus'], taken: [], sent: [] });
});
