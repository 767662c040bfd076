/** The nine reports behind the KPI dashboards: their addresses, who may open them, and the links between them. */
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import { KPI_REPORTS, REPORT_PAGES } from '../../contract/dashboards/kpiReports';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { lists } from '../../contract/lists/catalog';
import type { ListDefinition } from '../../contract/lists/list';
import type { AppState } from '../../sagas/app/state';
import { resolve } from '../../sagas/navigation/routes/resolve';
import { TEST_CONFIG } from '../support/tab';
import { USER } from '../support/user';
import { selectSiblingReports } from '../../sagas/navigation/menus/siblingReports.selectors';

const person = (permissions: readonly Permission[]): UserInfo => ({ ...USER, permissions: [...permissions] });
const beside = (user: UserInfo, path: string, search = ''): string[] =>
  selectSiblingReports({
    config: TEST_CONFIG,
    machines: { session: { value: '', context: { user }, tags: ['active'], can: [], status: 'active' } },
    location: { pathname: `/vms/nexusreports/${path}`, search, key: '1' },
  } as unknown as AppState).map(({ label, to, current }) => `${label} ${to}${current ? ' *' : ''}`);
const EVERYTHING = person(PERMISSIONS);

test('are at the documented addresses', () => {
  expect(KPI_REPORTS.map((name) => REPORT_PAGES[name].segment).sort()).toEqual([
    'declineddocumentsreport',
    'earlytermcancelreport',
    'jobsreport',
    'pushedstartreport',
    'submissionstatusreport',
    'vmsactivebookedcandidatereport',
    'vmsassignmentreport',
    'vmscompletedassignmentsreport',
    'vmssubmittalreport',
  ]);
});

test.each(KPI_REPORTS)('%s opens with the permission of its group, of Dashboard, or of the list behind it', (name) => {
  const { segment, anyOf } = REPORT_PAGES[name];
  const kindFor = (permissions: readonly Permission[]) =>
    resolve(person(permissions), `/vms/nexusreports/${segment}`).kind;
  for (const permission of anyOf)
    expect([permission, kindFor(['MENU_NEXUS_REPORTS', permission])]).toEqual([permission, 'screen']);
  expect(kindFor(anyOf)).not.toBe('screen');
  expect(kindFor(PERMISSIONS.filter((code) => !anyOf.includes(code)))).not.toBe('screen');
  expect((lists[name] as ListDefinition).anyOf).toEqual(anyOf);
});

test('the page of a group leads to its reports, and each of them back', () => {
  const submissions = [
    'Submissions /vms/nexusreports/submissions',
    'Submittals /vms/nexusreports/vmssubmittalreport',
    'Submission Status /vms/nexusreports/submissionstatusreport',
  ];
  const marked = (index: number) => submissions.map((each, at) => (at === index ? `${each} *` : each));
  expect(beside(EVERYTHING, 'submissions')).toEqual(marked(0));
  expect(beside(EVERYTHING, 'submissionstatusreport')).toEqual(marked(2));
});

test('a report named after a subset of its rows shows that subset, in the chosen facility', () => {
  const clientId = 'a0000000-0000-4000-8000-000000000001';
  expect(beside(EVERYTHING, 'compliance', `?clientId=${clientId}`)).toEqual([
    `Compliance /vms/nexusreports/compliance?clientId=${clientId} *`,
    `Declined Documents /vms/nexusreports/declineddocumentsreport?clientId=${clientId}&declined=yes`,
  ]);
});

test('Dashboard has all of them; a group without a report leads nowhere', () => {
  expect(beside(EVERYTHING, 'dashboard')).toHaveLength(1 + KPI_REPORTS.length);
  expect(beside(person(['MENU_NEXUS_REPORTS', 'REPORTS_JOBS']), 'jobsreport')).toEqual([
    'Jobs /vms/nexusreports/jobs',
    'Jobs by Stage /vms/nexusreports/jobsreport *',
  ]);
  expect(beside(EVERYTHING, 'facility')).toEqual(['Facility /vms/nexusreports/facility *']);
});
