/** Files of a list with a scripted server, in virtual time. */
import { listColumnsChosen, listExportRequested } from '../../sagas/features/lists/lists.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { atList, json } from '../support/atList';

describe('a list', () => {
  it('exports the list as shown, one file at a time', async () => {
    const { tab, dispatch, calls, view, clock } = await atList(
      { listExport: () => ({ reply: json({ file: '<file:1>', fileName: 'Jobs.csv', size: 5 }), ms: 400 }) },
      '/vms/jobs?hot=yes',
    );
    await dispatch(listColumnsChosen({ columns: ['status', 'number'] }));
    await dispatch(listExportRequested({ format: 'csv' }));
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(view().exporting).toBe(true);
    expect(calls('listExport')).toHaveLength(1);
    expect(calls('listExport')[0]!.body).toMatchObject({ filters: { hot: ['yes'] }, columns: ['status', 'number'] });
    await clock.advance(1_000);
    expect(view().exporting).toBe(false);
    expect(tab.faults).toEqual([]);
  });

  it('names the file after the page that was exported, wherever the user is when it arrives', async () => {
    const { dispatch, tab, clock } = await atList(
      { listExport: () => ({ reply: json({ file: '<file:1>', fileName: 'Jobs 2026-01-15.csv', size: 5 }), ms: 400 }) },
      '/vms/jobs/open',
    );
    const saved = jest.spyOn(tab.files, 'save');
    await dispatch(listExportRequested({ format: 'csv' }));
    await dispatch(navigateRequested({ to: '/vms/jobs/closed' }));
    await clock.advance(1_000);
    expect(saved.mock.calls.map(([, name]) => name)).toEqual(['Open Jobs 2026-01-15.csv']);
  });

  it('shows that an export failed, and can retry', async () => {
    const { dispatch, notices, view } = await atList({ listExport: () => ({ reply: 'unreachable' }) });
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(notices()).toEqual([expect.stringMatching(/^The list was not exported\. The server cannot be reached/)]);
    expect(view().exporting).toBe(false);
  });

  it('says that an exported file is too large, and what to do', async () => {
    const { dispatch, notices, view } = await atList({ listExport: () => ({ reply: 'tooLarge' }) });
    await dispatch(listExportRequested({ format: 'csv' }));
    expect(notices()).toEqual([
      'The list was not exported. The file is larger than 50 MB. Set filters to export fewer rows.',
    ]);
    expect(view().exporting).toBe(false);
  });
});
