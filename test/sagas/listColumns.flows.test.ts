/** The columns of a list, which this browser remembers or an address names, in virtual time. */
import { selectColumns, selectScroll } from '../../sagas/features/lists/lists.selectors';
import {
  listChanged,
  listColumnsChosen,
  listExportRequested,
  listFilterSet,
  listScrolled,
} from '../../sagas/features/lists/lists.slice';
import { selectListTabs } from '../../sagas/features/lists/tabs/tabs.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, atList, json } from '../support/atList';

describe('a list', () => {
  it('remembers the columns of each list in this browser, and ignores invalid stored values', async () => {
    const { tab, dispatch } = await atList();
    const names = () => selectColumns(tab.state()).map(({ name }) => name);
    const before = names();
    await dispatch(listColumnsChosen({ columns: ['facility', 'gone', 'number'] }));
    expect(names()).toEqual(['facility', 'number']);
    await dispatch(listColumnsChosen({ columns: null }));
    expect(names()).toEqual(before);
  });

  it('shows what the rows of a queue wait for, whatever columns were chosen for the whole list', async () => {
    const { tab, dispatch, storage } = await atList({}, '/vms/timesheets/disputequeue', {
      listColumns: '{"timesheets":["number"]}',
    });
    const names = () => selectColumns(tab.state()).map(({ name }) => name);
    expect(names()).toContain('disputeReason');
    await dispatch(listColumnsChosen({ columns: ['candidate', 'disputeReason'] }));
    expect(names()).toEqual(['candidate', 'disputeReason']);
    await dispatch(navigateRequested({ to: '/vms/timesheets/dashboard/travel' }));
    expect(names()).toEqual(['number']);
    expect(JSON.parse(storage.get('listColumns')!)).toEqual({
      timesheets: ['number'],
      'timesheets/disputequeue': ['candidate', 'disputeReason'],
    });
  });

  it('shows the columns of the address, which change there and leave those of this browser alone', async () => {
    const listColumns = '{"jobs":["facility"]}';
    const { tab, dispatch, search, storage, calls } = await atList(
      { listExport: () => ({ reply: json({ file: '<file:1>', fileName: 'Jobs.csv', size: 5 }) }) },
      '/vms/jobs?page=2&columns=status,number',
      { listColumns },
    );
    const names = () => selectColumns(tab.state()).map(({ name }) => name);
    expect(names()).toEqual(['status', 'number']);
    await dispatch(listScrolled({ step: selectScroll(tab.state()).step, top: 720 }));
    await dispatch(listColumnsChosen({ columns: ['number'] }));
    expect([search(), tab.state().arrivedBy, names()]).toEqual(['?page=2&columns=number', 'replace', ['number']]);
    expect(selectScroll(tab.state()).top).toBe(720);
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(calls('listExport')[0]!.body).toMatchObject({ columns: ['number'] });
    await dispatch(listFilterSet({ name: 'hot', values: ['yes'] }));
    expect(search()).toBe('?hot=yes&columns=number');
    const { to } = selectListTabs(tab.state()).find(({ label }) => label === 'Closed')!;
    expect(to).toBe('/vms/jobs/closed?hot=yes');
    const requested = calls('listSearch').length;
    await dispatch(listColumnsChosen({ columns: null }));
    expect(search()).toBe('?hot=yes&columns=');
    expect(names().length).toBeGreaterThan(2);
    expect(calls('listSearch')).toHaveLength(requested);
    expect(storage.get('listColumns')).toBe(listColumns);
    await dispatch(navigateRequested({ to: '/vms/jobs' }));
    expect(names()).toEqual(['facility']);
  });

  it('keeps the columns that another tab has stored for other lists', async () => {
    const kept = () => JSON.parse(storage.get('listColumns') ?? '{}') as object;
    const { dispatch, storage } = await atList({}, '/vms/jobs', { listColumns: '{"timesheets":["number"]}' });
    storage.set('listColumns', '{"submissions":["candidate"]}');
    await dispatch(listColumnsChosen({ columns: ['facility'] }));
    expect(kept()).toEqual({ submissions: ['candidate'], jobs: ['facility'] });
    await dispatch(listColumnsChosen({ columns: null }));
    expect(kept()).toEqual({ submissions: ['candidate'] });
  });
});

it('a change of columns that drops a filter leaves the scroll position of the next page at the top', async () => {
  const [other, department] = ['a0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000003'];
  const { tab, dispatch, search, notices } = await atList(
    {
      listOptions: () => ({
        reply: json({
          facilities: [{ value: FACILITY, label: 'Lakeside' }],
          departments: [{ value: department, label: 'ER', parent: other }],
        }),
      }),
    },
    `/vms/jobs?client=${FACILITY}&department=${department}&columns=status,number`,
  );
  const scroll = () => selectScroll(tab.state());
  await dispatch(listScrolled({ step: scroll().step, top: 720 }));
  await dispatch(listColumnsChosen({ columns: ['number'] }));
  expect([search(), notices().length, scroll().top]).toEqual([`?client=${FACILITY}&columns=number`, 1, 720]);
  await dispatch(listChanged({ change: { page: 2 } }));
  expect(scroll().top).toBe(0);
});
