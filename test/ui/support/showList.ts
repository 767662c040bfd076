/** The page of the list of jobs, in any state. */
import { screen, within } from '@testing-library/react';
import { PERMISSIONS } from '../../../contract/base/permissions';
import type { AppState } from '../../../sagas/app/state';
import { keyOf, selectListRequest } from '../../../sagas/features/lists/lists.selectors';
import { listRequested, pageArrived, type ListPage } from '../../../sagas/features/lists/lists.slice';
import { pageMoved } from '../../../sagas/navigation/location/location.slice';
import { show } from './show';
import { after, signedIn } from './states';

/** Once the screen's file has loaded. */
export async function openList(state: AppState, options: Parameters<typeof show>[1] = {}) {
  // A page in a test has no scrolling.
  Element.prototype.scrollIntoView = () => undefined;
  const shown = await show(state, options);
  await screen.findByRole('heading', { level: 1 });
  return shown;
}

export const jobs = (search = '', width?: number) =>
  after(
    signedIn({ permissions: [...PERMISSIONS] }, '/vms/jobs', width),
    pageMoved({ location: { pathname: '/vms/jobs', search, key: 'here' }, by: 'push' }),
  );
const keyAt = (state: AppState) => keyOf(selectListRequest(state)!);
export const wanted = (state: AppState) => after(state, listRequested({ key: keyAt(state) }));
export const filled = (state: AppState, page: Partial<ListPage> = {}) =>
  after(
    wanted(state),
    pageArrived({ list: 'jobs', key: keyAt(state), page: { rows: ROWS, total: 214, page: 1, size: 50, ...page } }),
  );
export const ROWS = [
  { id: 'j1', number: 104076, facility: '<img src=x onerror=alert(1)>', status: 'OPEN', submissions: 3, hot: true },
  { id: 'j2', number: 104077, facility: 'Lakeside', status: 'CLOSED', submissions: 0, hot: false },
];
export const table = () => screen.getByRole('table', { name: 'Jobs' });
export const head = (name: string) => within(table()).getByRole('columnheader', { name });
export const only = (intents: readonly { type: string }[]) => intents.filter(({ type }) => type.startsWith('lists/'));
