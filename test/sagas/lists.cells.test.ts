/** The cells of lists: their texts, as a table and by properties, and their links. */
import fc from 'fast-check';
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { lists } from '../../contract/lists/catalog';
import { LIST_NAMES, type ListName } from '../../contract/lists/list';
import { linksFrom } from '../../sagas/features/lists/cellLinks';
import { formatCell } from '../../sagas/features/lists/cellText';
import { resolve } from '../../sagas/navigation/routes/resolve';
import { USER } from '../support/user';

const column = (name: string, kind: Parameters<typeof formatCell>[0]['kind'], options = []) => ({
  name,
  kind,
  label: name,
  options,
});

describe('a cell', () => {
  it.each([
    ['money', 123456, '$1,234.56'],
    ['money', -50, '-$0.50'],
    ['money', 0, '$0.00'],
    ['rate', 6250, '$62.50/h'],
    ['percent', 99.5, '99.5%'],
    ['percent', 0, '0%'],
    ['hours', 2190, '36.50'],
    ['number', 12345, '12,345'],
    ['date', '2026-03-08', '03/08/2026'],
    ['text', '<b onclick=x>', '<b onclick=x>'],
    ['flag', true, 'Yes'],
    ['flag', false, 'No'],
    ['money', null, ''],
    ['text', '', ''],
    ['status', 'NEW_ONE', 'NEW_ONE'],
  ] as const)('of kind %s shows %j as %j', (kind, value, text) => {
    expect(formatCell(column('x', kind), value).text).toBe(text);
  });

  it('has all decimals of its column: 1.30 is aligned below 1.42', () => {
    const days = { ...column('days', 'number'), decimals: 2 };
    expect([1.3, 1.42, 2, 1234.5].map((value) => formatCell(days, value).text)).toEqual([
      '1.30',
      '1.42',
      '2.00',
      '1,234.50',
    ]);
  });

  it('leaves numbers of records unformatted', () => {
    expect(formatCell(column('number', 'number'), 104076).text).toBe('104076');
    expect(formatCell(column('invoiceNumber', 'number'), 300609).text).toBe('300609');
  });

  it.each([
    ['America/Los_Angeles', '03/07/2026 11:30 PM', '03/07/2026, 11:30:05 PM PST'],
    ['Asia/Kolkata', '03/08/2026 1:00 PM', '03/08/2026, 1:00:05 PM GMT+5:30'],
    ['UTC', '03/08/2026 7:30 AM', '03/08/2026, 7:30:05 AM UTC'],
  ])('shows a time in the local time of %s', (zone, text, exact) => {
    const cell = formatCell(column('x', 'instant'), '2026-03-08T07:30:05.000Z', undefined, zone);
    expect({ text: cell.text, exact: cell.exact }).toEqual({ text, exact });
  });

  it.each([
    // Half an hour before clocks are set forward in Los Angeles.
    ['America/Los_Angeles', 'UTC', '2026-03-08T09:30:00Z', '03/08/2026 1:30 AM PST'],
    ['America/Los_Angeles', 'UTC', '2026-03-08T10:30:00Z', '03/08/2026 3:30 AM PDT'],
    ['Pacific/Kiritimati', 'Pacific/Niue', '2026-12-31T10:30:00Z', '01/01/2027 12:30 AM GMT+14'],
    ['America/New_York', 'America/Detroit', '2026-11-23T04:30:00Z', '11/22/2026 11:30 PM'],
    ['America/Phoenix', 'America/Denver', '2026-01-15T12:00:00Z', '01/15/2026 5:00 AM'],
    // A date without a time.
    ['America/New_York', 'America/Detroit', '2026-11-23T05:00:00Z', '11/23/2026'],
    ['Pacific/Kiritimati', 'Pacific/Niue', '2026-12-31T10:00:00Z', '01/01/2027'],
    ['America/New_York', 'America/Detroit', '2026-11-23T05:00:01Z', '11/23/2026 12:00 AM'],
    ['America/Phoenix', 'America/Denver', '2026-07-15T12:00:00Z', '07/15/2026 5:00 AM MST'],
    ['Mars/Olympus', 'America/Denver', '2026-07-15T12:00:00Z', '07/15/2026 12:00 PM UTC'],
  ])('shows a time at a facility in %s to a user in %s', (zone, viewer, iso, text) => {
    expect(formatCell(column('x', 'instant'), iso, zone, viewer).text).toBe(text);
  });

  it('shows a calendar date as the same day in every zone, on every day of ten years', () => {
    const wrong: unknown[] = [];
    for (let ms = Date.UTC(2020, 0, 1); ms < Date.UTC(2030, 0, 1); ms += 86_400_000) {
      const iso = new Date(ms).toISOString().slice(0, 10);
      const [year, month, day] = iso.split('-');
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        const { text } = formatCell(column('x', 'date'), iso, zone, zone);
        if (text !== `${month}/${day}/${year}`) wrong.push({ iso, zone, text });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('links of cells', () => {
  const manager = { ...USER, permissions: [...PERMISSIONS] };
  const supplier = { ...manager, userType: 'AGENCY', organizationType: 'AGENCY' } as const;
  const row = {
    id: 'b0000000-0000-4000-8000-000000000001',
    number: 104076,
    submissions: 3,
    facility: 'Lakeside',
    openJobs: 0,
  };

  it('lead to the list of what they count', () => {
    expect(linksFrom(manager, 'jobs', '')('submissions', row)).toBe('/vms/jobs/submissions?jobNumber=104076..104076');
    expect(linksFrom(manager, 'facilities', '?clientId=c')('openJobs', { ...row, openJobs: 2 })).toBe(
      `/vms/jobs?clientId=c&jobStatusIds=OPEN&client=${row.id}`,
    );
  });

  it('keep the facility only where the rows were counted for it', () => {
    expect(linksFrom(manager, 'suppliers', '?clientId=c')('candidates', { ...row, candidates: 2 })).toBe(
      `/vms/allCandidates?clientId=c&supplier=${row.id}`,
    );
    expect(linksFrom(manager, 'suppliers', '?clientId=c', '')('candidates', { ...row, candidates: 2 })).toBe(
      `/vms/allCandidates?supplier=${row.id}`,
    );
  });

  it('are text for a zero, for users who may not open the list, and for nothing', () => {
    expect(linksFrom(manager, 'facilities', '')('openJobs', row)).toBeNull();
    expect(linksFrom({ ...USER, permissions: ['MENU_JOB'] }, 'jobs', '')('submissions', row)).toBeNull();
    expect(linksFrom(manager, 'jobs', '')('shift', row)).toBeNull();
    expect(linksFrom(manager, 'jobs', '')('toString', row)).toBeNull();
  });

  it('lead to the record that they name, by its id', () => {
    const other = 'b0000000-0000-4000-8000-000000000002';
    const named = { ...row, candidate: 'Quinn, Ada', candidateId: other, jobNumber: 7, jobNumberId: other };
    expect(linksFrom(manager, 'submissions', '?clientId=c')('number', named)).toBe(
      `/vms/jobs/submissions/${row.id}?clientId=c`,
    );
    expect(linksFrom(manager, 'submissions', '')('candidate', named)).toBe(`/vms/allCandidates/${other}`);
    expect(linksFrom(manager, 'timesheets', '')('jobNumber', named)).toBe(`/vms/jobs/${other}`);
    // Two records of the same name each have their own link.
    expect(linksFrom(manager, 'submissions', '')('candidate', { ...named, candidateId: row.id })).toBe(
      `/vms/allCandidates/${row.id}`,
    );
    const task = { ...row, subject: 'ASSIGNMENT', subjectNumber: 7, subjectNumberId: other };
    expect(linksFrom(manager, 'tasks', '')('subjectNumber', task)).toBe(`/vms/assignments/${other}`);
    expect(linksFrom(supplier, 'jobs', '')('number', row)).toBe(`/supplier/jobs/view/${row.id}`);
    // Facilities have invoices, suppliers are paid by reverse invoices.
    const billed = { ...row, invoiceNumber: 7, invoiceNumberId: other };
    expect(linksFrom(manager, 'timesheets', '')('invoiceNumber', billed)).toBe(
      `/vms/timesheets/invoicetimesheet/${other}`,
    );
    expect(linksFrom(supplier, 'timesheets', '')('invoiceNumber', billed)).toBeNull();
    expect(
      linksFrom({ ...manager, permissions: ['MENU_SUBMISSIONS'] }, 'submissions', '')('candidate', named),
    ).toBeNull();
  });

  it('always lead to a page that the user may open, for any permissions', () => {
    const users = [
      manager,
      { ...manager, userType: 'CLIENT', organizationType: 'CLIENT' },
      supplier,
      { ...manager, userType: 'OWNER', organizationType: 'OWNER' },
      { ...manager, userType: 'SUB_OWNER', organizationType: 'OWNER' },
    ] as const;
    let links = 0;
    fc.assert(
      fc.property(fc.constantFrom(...users), fc.subarray([...PERMISSIONS]), (type, permissions) => {
        const user = { ...type, permissions };
        for (const name of LIST_NAMES)
          for (const each of Object.keys(lists[name].columns)) {
            const filled = { ...row, subject: 'JOB', [each]: 5, [`${each}Id`]: row.id };
            const to = linksFrom(user, name, '')(each, filled);
            if (to === null) continue;
            links += 1;
            expect({ to, kind: resolve(user, to.split('?')[0]!).kind }).toEqual({ to, kind: 'screen' });
          }
      }),
    );
    expect(links).toBeGreaterThan(100);
  });

  it('lead to the form of a row only with the permission to edit it', () => {
    const named = { ...row, name: 'Analyst' };
    const linkOf = (user: UserInfo, list: ListName) => linksFrom(user, list, '')('name', named);
    const without = (user: UserInfo, code: Permission): UserInfo => ({
      ...user,
      permissions: user.permissions.filter((each) => each !== code),
    });
    expect([linkOf(manager, 'roles'), linkOf(without(manager, 'USER_EDIT'), 'roles')]).toEqual([
      `/vms/admin/roles/${row.id}/edit`,
      `/vms/admin/roles/${row.id}/edit`,
    ]);
    expect(linkOf(without(manager, 'ROLE_EDIT'), 'roles')).toBeNull();
    expect([linkOf(manager, 'users'), linkOf(supplier, 'users')]).toEqual([
      `/vms/admin/users/${row.id}/edit`,
      `/supplier/users/${row.id}/edit`,
    ]);
    expect(linkOf(without(manager, 'USER_EDIT'), 'users')).toBeNull();
    expect(linkOf(without(supplier, 'VMS_AGENCY_USER_EDIT'), 'users')).toBeNull();
  });
});
