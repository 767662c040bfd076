/** @jest-environment jsdom */
/** The groups of a report, of which an answer has only so many. */
import { screen } from '@testing-library/react';
import { PERMISSIONS } from '../../contract/base/permissions';
import { kpiLoaded, kpiRequested } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectGroupsRequest } from '../../sagas/features/dashboards/kpi/reportGroups.selectors';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { openList } from './support/showList';
import { everythingFetched } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);

const REPORT = '/vms/nexusreports/pushedstartreport';
const grouped = (by: string, more: number) => {
  const location = { pathname: REPORT, search: `?group=${by}`, key: 'here' };
  const state = after(signedIn({ permissions: [...PERMISSIONS] }, REPORT), pageMoved({ location, by: 'push' }));
  const { id, key } = selectGroupsRequest(state)!;
  const data = { groups: [{ value: null, label: '', rows: 3, columns: [] }], more };
  return after(state, kpiRequested({ id, key }), kpiLoaded({ id, key, data, at: 0 }));
};

it.each([
  ['facility', 2, '2 more by facility with fewer rows are not shown.'],
  ['facility', 1, '1 more by facility with fewer rows is not shown.'],
  ['pushedDays', 2, '2 more by pushed (days) are not shown.'],
])('by %s say how many are left out, and that they have fewer rows only if they do', async (by, more, text) => {
  await openList(grouped(by, more));
  expect(screen.getByRole('region', { name: 'Groups' }).querySelector('.quiet')?.textContent).toBe(text);
});
