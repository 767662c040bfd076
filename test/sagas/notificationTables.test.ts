/** The pure rules of notifications as tables: targets, ages, toasts and colors. */
import fc from 'fast-check';
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { TAB_COLORS, tabOf, type NotificationCategory } from '../../contract/notifications/categories';
import { SUB_CATEGORY_CODES, type SubCategoryCode } from '../../contract/notifications/kinds';
import { chatTargetOf, targetOf } from '../../sagas/features/notifications/links';
import { agoText } from '../../sagas/base/dates';
import { badgeText, bellName } from '../../sagas/features/notifications/panel/bellText';
import {
  NO_TOASTS,
  dismissed,
  withToasts,
  withSticky,
  summaryText,
  toastOf,
} from '../../sagas/features/notifications/toasts/toastQueue';
import { resolve } from '../../sagas/navigation/routes/resolve';
import { contrast, parseColor, tagColors } from '../../src/ui/contrast';
import { notificationOf } from '../support/notificationServer';
import { USER } from '../support/user';

const everything: readonly Permission[] = PERMISSIONS;
const person = (facts: Partial<UserInfo>): UserInfo => ({
  ...USER,
  permissions: [...everything],
  prnOrganization: false,
  ...facts,
});
const VMS = person({});
const CLIENT = person({ userType: 'CLIENT', organizationType: 'CLIENT', applicationTypeId: 'CLIENT' });
const AGENCY = person({ userType: 'AGENCY', organizationType: 'AGENCY', applicationTypeId: 'AGENCY' });
const without = (user: UserInfo, ...codes: readonly Permission[]): UserInfo => ({
  ...user,
  permissions: user.permissions.filter((code) => !codes.includes(code)),
});

const ENTITY = '0b8f3f0e-52d6-4c3c-9f0d-000000000001';
const JOB_ID = '0b8f3f0e-52d6-4c3c-9f0d-000000000002';
const CANDIDATE_ID = '0b8f3f0e-52d6-4c3c-9f0d-000000000003';
const FACTS = {
  entityId: ENTITY,
  jobId: JOB_ID,
  candidateId: CANDIDATE_ID,
  jobNumber: 7001,
  entityNumber: 42,
  candidateNumber: 311,
  candidateFirstName: 'Ada',
  candidateLastName: 'Quinn',
  recruiterId: 'r1',
};
const leadsTo = (user: UserInfo, subCategoryCode: SubCategoryCode, facts: object = FACTS) => {
  const target = targetOf(user, notificationOf(1, { subCategoryCode, ...facts }));
  return target.kind === 'page' ? decodeURIComponent(target.to) : target.kind === 'none' ? target.reason : 'message';
};

const JOBS = (root: string) => (root === 'supplier' ? '/supplier/jobs/view' : `/${root}/jobs`);
const JOB = (root: string) => `${JOBS(root)}/${ENTITY}`;
const JOB_LIST = (root: string) => (root === 'supplier' ? '/supplier/jobs/view/alljobs' : `/${root}/jobs`);
const SUBMISSION = (root: string) =>
  `${root === 'supplier' ? '/supplier/jobs/view/submittals' : `/${root}/jobs/submissions`}/${ENTITY}`;
const CANDIDATE = (root: string) => `/${root}/${root === 'vms' ? 'allCandidates' : 'candidates'}/${CANDIDATE_ID}`;
const ASSIGNMENT = (root: string) => `/${root}/assignments/${ENTITY}?tab=activity`;
const FILE = (root: string) => `/${root}/compliance/viewAll?q=Ada+Quinn&candidate=311..311&jobNumber=7001..7001`;
const SHEET = (root: string) => `/${root}/timesheets/${ENTITY}`;
const INVOICE = (root: string) =>
  `/${root}/timesheets/${root === 'supplier' ? 'reverseinvoicetimesheet' : 'invoicetimesheet'}/${ENTITY}`;
const TASKS = (root: string) =>
  root === 'vms' ? '/vms/vms-task' : 'You do not have access to tasks. Please ask your administrator if you need it.';

const TARGETS: Readonly<Record<SubCategoryCode, (root: string) => string>> = {
  NEW_JOB_POSTED: JOB,
  JOB_UPDATED: JOB,
  JOB_CLOSED: JOB,
  AUTOMATED_JOB_UPDATES: (root) => `${JOB_LIST(root)}?number=7001..7001`,
  CANDIDATE_JOB_MATCHING: (root) => `${JOBS(root)}/${JOB_ID}?tab=matching&recId=r1`,
  CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG: (root) => `${JOBS(root)}/${JOB_ID}?avlLog=true&recId=r1`,
  TASK_DUE: TASKS,
  BOARD_ALARM: (root) => `/${root}/notifications/live`,
  SUBMISSION_CREATED: SUBMISSION,
  SUBMISSION_STATUS_CHANGED: SUBMISSION,
  INTERVIEW_SCHEDULED: SUBMISSION,
  OFFER_MADE: SUBMISSION,
  OFFER_ACCEPTED: SUBMISSION,
  DEAL_APPROVAL_STATUS: (root) => `${SUBMISSION(root)}?tab=dealSheet&versionType=PRIMARY`,
  PREFERRED_CLIENT_MATCHING: (root) => `${CANDIDATE(root)}?tab=matching`,
  MOBILE_CANDIDATE_REGISTRATION: CANDIDATE,
  FACEBOOK_REGISTRATION: CANDIDATE,
  LEAP_PROFILE_CREATED: CANDIDATE,
  DOCUMENT_UPLOADED: FILE,
  DOCUMENT_DECLINED: FILE,
  DOCUMENT_EXPIRING: FILE,
  COMPLIANCE_VERIFIED: FILE,
  ASSIGNMENT_BOOKED: ASSIGNMENT,
  EXTENSION_DUE: ASSIGNMENT,
  EARLY_TERMINATION: ASSIGNMENT,
  ASSIGNMENT_CANCELLED: ASSIGNMENT,
  TIMESHEET_SUBMITTED: SHEET,
  TIMESHEET_DISPUTED: SHEET,
  INVOICE_ISSUED: INVOICE,
  INVOICE_PAST_DUE: INVOICE,
  JOURNAL_ALERT: SHEET,
  BROADCAST: () => 'message',
  RELEASE_NOTES: () => 'message',
  ROLE_PERMISSION_UPDATE: () => 'message',
  COMPANY: () => 'message',
};

describe.each([
  ['vms', VMS],
  ['facility', CLIENT],
  ['supplier', AGENCY],
] as const)('a notification under the root %s', (root, user) => {
  it.each(SUB_CATEGORY_CODES)('%s', (code) => expect(leadsTo(user, code)).toBe(TARGETS[code](root)));
});

it('never leads to a page that its reader may not open, for any permissions and content', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(VMS, CLIENT, AGENCY, person({ userType: 'OWNER' }), person({ userType: 'SUB_OWNER' })),
      fc.constantFrom(...SUB_CATEGORY_CODES),
      fc.subarray([...everything]),
      fc.boolean(),
      (user, subCategoryCode, permissions, bare) => {
        const reader = { ...user, permissions };
        const target = targetOf(reader, notificationOf(1, { subCategoryCode, ...(bare ? {} : FACTS) }), '?clientId=c1');
        if (target.kind === 'none') expect(target.reason).toMatch(/^You do not have access to .+\.$/);
        if (target.kind !== 'page') return;
        expect(resolve(reader, target.to.split('?')[0]!).kind).toBe('screen');
        expect(target.to).toContain('clientId=c1');
      },
    ),
    { numRuns: 500 },
  );
});

it('an automated job update opens the job list only with JOB_VIEW, other notifications without', () => {
  const user = without(VMS, 'JOB_VIEW');
  expect(leadsTo(user, 'AUTOMATED_JOB_UPDATES')).toBe(
    'You do not have access to jobs. Please ask your administrator if you need it.',
  );
  expect(leadsTo(user, 'JOB_UPDATED')).toBe(`/vms/jobs/${ENTITY}`);
});

it('without an id it leads to the list', () => {
  expect(leadsTo(VMS, 'SUBMISSION_CREATED', { entityId: '' })).toBe('/vms/jobs/submissions');
  expect(leadsTo(VMS, 'CANDIDATE_JOB_MATCHING', { jobId: null })).toBe('/vms/jobs');
});

it('a message of a candidate leads to the candidate, for users who may open one', () => {
  const item = {
    id: 'm1',
    candidateId: CANDIDATE_ID,
    candidateName: 'Ada Quinn',
    createdDate: '2026-01-15T08:00:00.000Z',
  };
  expect(chatTargetOf(VMS, item)).toBe(`/vms/allCandidates/${CANDIDATE_ID}?tab=chat`);
  expect(chatTargetOf(without(VMS, 'MENU_CANDIDATE', 'SUBMENU_PRN_CANDIDATE_POOL'), item)).toBeNull();
});

describe('how long ago', () => {
  const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
  it.each([
    [-5 * DAY, 'Just now'],
    [0, 'Just now'],
    [MINUTE - 1, 'Just now'],
    [MINUTE, '1 minute ago'],
    [2 * MINUTE - 1, '1 minute ago'],
    [2 * MINUTE, '2 minutes ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - SECOND, '23 hours ago'],
    [DAY, '1 day ago'],
    [30 * DAY - 1, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [60 * DAY, '2 months ago'],
    [360 * DAY, '11 months ago'],
    [365 * DAY - 1, '11 months ago'],
    [365 * DAY, '1 year ago'],
    [730 * DAY, '2 years ago'],
  ])('%d ms: %s', (age, text) => expect(agoText(1_800_000_000_000 - age, 1_800_000_000_000)).toBe(text));
});

it.each([
  [0, '0', 'Notifications'],
  [12, '12', 'Notifications, 12 unread'],
  [99, '99', 'Notifications, 99 unread'],
  [100, '99+', 'Notifications, 100 unread'],
  [11_164, '99+', 'Notifications, 11,164 unread'],
])('%d unread: badge %s, name %s', (unread, badge, name) =>
  expect([badgeText(unread), bellName(unread)]).toEqual([badge, name]),
);

describe('toasts', () => {
  const toast = (sequence: number, stickyNotification = false) =>
    toastOf(notificationOf(sequence, { stickyNotification }));

  it('the newest are shown, whether transient or sticky, and the others are counted', () => {
    const passing = withToasts(NO_TOASTS, [toast(1), toast(2), toast(3), toast(5)]);
    expect([passing.shown.map(({ id }) => id.slice(-1)), passing.more]).toEqual([['2', '3', '5'], 1]);
    const sticky = [notificationOf(4, { stickyNotification: true })];
    const both = withSticky(passing, { items: sticky, older: 0 }, 3);
    expect([both.shown.map(({ id }) => id.slice(-1)), both.more]).toEqual([['3', '4', '5'], 2]);
    const many = withSticky(
      NO_TOASTS,
      {
        items: [9, 8, 7, 6].map((sequence) => notificationOf(sequence, { stickyNotification: true })),
        older: 0,
      },
      3,
    );
    const last = (toasts: readonly { readonly id: string }[]) => toasts.map(({ id }) => id.slice(-1));
    expect([last(many.shown), many.more, last(many.hidden)]).toEqual([['7', '8', '9'], 1, ['6']]);
    const narrow = withSticky(passing, { items: sticky, older: 0 }, 1);
    expect([last(narrow.shown), narrow.more, last(narrow.hidden)]).toEqual([['5'], 4, ['2', '3', '4']]);
  });

  it('nothing is lost and no more are shown than fit, for any sequence', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(500)),
        fc.array(fc.boolean()),
        fc.constantFrom(1, 3),
        (sequences, sticky, room) => {
          const arrived = sequences.map((sequence, index) => toast(sequence, sticky[index] ?? false));
          const standing = arrived.flatMap((each) =>
            each.kind === 'notification' && each.notification.stickyNotification ? [each.notification] : [],
          );
          const all = withSticky(withToasts(NO_TOASTS, arrived), { items: standing, older: 0 }, room);
          expect(all.shown.length).toBeLessThanOrEqual(room);
          expect(all.shown.length + all.more).toBe(sequences.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each<[NotificationCategory, string]>([
    ['JOBSORDERS', 'warning'],
    ['JOB', 'warning'],
    ['SUBMISSIONS', 'primary'],
    ['COMPLIANCE', 'purple'],
    ['ASSIGNMENTS', 'blue'],
    ['BACK_OFFICE', 'success'],
    ['BROADCAST', 'tertiary'],
  ])('of the category %s have the color %s', (category, color) => expect(TAB_COLORS[tabOf(category)]).toBe(color));

  it('dismissing an unknown toast changes nothing', () => expect(dismissed(NO_TOASTS, 'x')).toBe(NO_TOASTS));
  it('states how many more', () =>
    expect([summaryText(1), summaryText(12)]).toEqual(['1 more notification', '12 more notifications']));
});

it('any chosen tag color is legible in both themes; an invalid color falls back to the default', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const colors = tagColors(`#${value.toString(16).padStart(6, '0')}`)!;
      const rgb = (text: string) => [...text.matchAll(/\d+/g)].map(Number) as unknown as [number, number, number];
      expect(contrast(rgb(colors.light), parseColor('#eef1f6')!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(colors.dark), parseColor('#1e2735')!)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 500 },
  );
  expect([tagColors('red;background:url(x)'), tagColors('#12345')]).toEqual([null, null]);
});
