/** Every rule of the preferences against an independently written table, over every combination. */
import { AGENCY_USER_TYPES, ORGANIZATION_TYPES } from '../../../contract/base/organizations';
import { NOTIFICATION_CONFIGS, SUB_CATEGORY_CODES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import {
  completed,
  preferenceGroups,
  preferenceOf,
  refusalOf,
  type PreferenceOwner,
  type PreferenceRecord,
} from './preferences';
import { WITHOUT_ALL } from '../../../test/support/withoutAll';

const BOTH = [false, true] as const;
const OWNERS: readonly PreferenceOwner[] = ORGANIZATION_TYPES.flatMap((organizationType) =>
  [null, ...AGENCY_USER_TYPES].flatMap((agencyUserType) =>
    BOTH.map((disabled) => ({
      organizationType,
      agencyUserType,
      permissions: disabled ? (['NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS'] as const) : [],
      configs: NOTIFICATION_CONFIGS,
    })),
  ),
);
const RECORDS: readonly Omit<PreferenceRecord, 'subCategoryCode'>[] = BOTH.flatMap((notification) =>
  BOTH.flatMap((emailNotification) =>
    BOTH.flatMap((mobileNotification) =>
      BOTH.map((allNotification) => ({ notification, emailNotification, mobileNotification, allNotification })),
    ),
  ),
);

/** Cannot be turned off. */
const REQUIRED: readonly SubCategoryCode[] = [
  'TASK_DUE',
  'DOCUMENT_EXPIRING',
  'ASSIGNMENT_BOOKED',
  'EARLY_TERMINATION',
  'BROADCAST',
  'RELEASE_NOTES',
  'ROLE_PERMISSION_UPDATE',
  'BOARD_ALARM',
];
/** Their mail cannot be turned off. */
const MAIL_REQUIRED: readonly SubCategoryCode[] = ['OFFER_MADE', 'EARLY_TERMINATION', 'INVOICE_PAST_DUE'];
/** Shown on the phone. */
const MOBILE: readonly SubCategoryCode[] = [
  'NEW_JOB_POSTED',
  'JOB_CLOSED',
  'SUBMISSION_CREATED',
  'SUBMISSION_STATUS_CHANGED',
  'INTERVIEW_SCHEDULED',
  'OFFER_MADE',
  'OFFER_ACCEPTED',
  'DOCUMENT_DECLINED',
  'DOCUMENT_EXPIRING',
  'ASSIGNMENT_BOOKED',
  'EARLY_TERMINATION',
  'ASSIGNMENT_CANCELLED',
  'TIMESHEET_SUBMITTED',
  'TIMESHEET_DISPUTED',
  'BROADCAST',
  'RELEASE_NOTES',
  'BOARD_ALARM',
];

/** The rules cell by cell: the required value, or null if it is free. */
function locked(code: SubCategoryCode, owner: PreferenceOwner, record: Omit<PreferenceRecord, 'subCategoryCode'>) {
  const allFree = owner.organizationType === 'VMS' && owner.permissions.length === 0 && !WITHOUT_ALL.includes(code);
  return {
    notification: REQUIRED.includes(code) ? true : null,
    emailNotification: MAIL_REQUIRED.includes(code) ? true : !record.notification ? false : null,
    mobileNotification: MOBILE.includes(code) ? null : false,
    allNotification: allFree ? null : code === 'AUTOMATED_JOB_UPDATES',
  };
}

test.each(SUB_CATEGORY_CODES)('%s can be saved exactly where its cells are free, for every user', (code) => {
  const wrong: unknown[] = [];
  for (const owner of OWNERS) {
    const current = preferenceOf(code, owner, undefined);
    for (const record of RECORDS) {
      const cells = locked(code, owner, record);
      const allowed = (Object.keys(cells) as (keyof typeof cells)[]).every(
        (cell) => cells[cell] === null || cells[cell] === record[cell],
      );
      const refusal = refusalOf({ subCategoryCode: code, ...record }, current);
      if ((refusal === null) !== allowed) wrong.push({ owner, record, refusal });
    }
  }
  expect(wrong).toEqual([]);
});

test.each(SUB_CATEGORY_CODES)('%s loads as it was saved, with locked values enforced', (code) => {
  const wrong: unknown[] = [];
  for (const owner of OWNERS) {
    for (const record of RECORDS) {
      const loaded = preferenceOf(code, owner, { id: 'x', subCategoryCode: code, ...record });
      const { notification, emailNotification, mobileNotification } = locked(code, owner, {
        ...record,
        notification: loaded.notification,
      });
      const expected = {
        notification: notification ?? record.notification,
        emailNotification: emailNotification ?? record.emailNotification,
        mobileNotification: mobileNotification ?? record.mobileNotification,
        allNotification: record.allNotification,
      };
      const found = Object.fromEntries(
        Object.keys(expected).map((cell) => [cell, loaded[cell as keyof typeof loaded]]),
      );
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ owner, record, found, expected });
    }
  }
  expect(wrong).toEqual([]);
});

test('what is loaded can be saved unchanged', () => {
  for (const owner of OWNERS) {
    for (const { subCategories } of preferenceGroups(owner, [])) {
      for (const row of subCategories) expect(refusalOf(row, row)).toBeNull();
    }
  }
});

describe('without a saved row', () => {
  const vms: PreferenceOwner = { organizationType: 'VMS', agencyUserType: null, permissions: [], configs: [] };
  const agency = (agencyUserType: PreferenceOwner['agencyUserType']): PreferenceOwner => ({
    ...vms,
    organizationType: 'AGENCY',
    agencyUserType,
  });

  test('candidate job matching is on only for sales representatives and recruiters of agencies', () => {
    const isOn = (owner: PreferenceOwner) => preferenceOf('CANDIDATE_JOB_MATCHING', owner, undefined).notification;
    expect([vms, agency(null), ...AGENCY_USER_TYPES.map(agency)].map(isOn)).toEqual([false, false, true, true]);
  });

  test('everything else except the availability log is on; mail only if required; all channels for automated updates', () => {
    const rows = preferenceGroups({ ...vms, configs: NOTIFICATION_CONFIGS }, []).flatMap(
      (group) => group.subCategories,
    );
    const codes = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map((row) => row.subCategoryCode);
    expect(codes((row) => !row.notification)).toEqual([
      'CANDIDATE_JOB_MATCHING',
      'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
    ]);
    expect(codes((row) => row.emailNotification)).toEqual(['OFFER_MADE', 'EARLY_TERMINATION', 'INVOICE_PAST_DUE']);
    expect(codes((row) => row.allNotification)).toEqual(['AUTOMATED_JOB_UPDATES']);
  });

  test('each configuration adds its own row', () => {
    const count = (configs: PreferenceOwner['configs']) =>
      preferenceGroups({ ...vms, configs }, []).flatMap((group) => group.subCategories).length;
    const usual = SUB_CATEGORY_CODES.length - NOTIFICATION_CONFIGS.length;
    expect([count([]), ...NOTIFICATION_CONFIGS.map((config) => count([config])), count(NOTIFICATION_CONFIGS)]).toEqual([
      usual,
      usual + 1,
      usual + 1,
      usual + 1,
      usual + 3,
    ]);
  });
});

test('a refusal names its row and what to do', () => {
  const owner: PreferenceOwner = { organizationType: 'CLIENT', agencyUserType: null, permissions: [], configs: [] };
  const record = {
    subCategoryCode: 'JOB_UPDATED',
    notification: false,
    emailNotification: true,
    mobileNotification: false,
    allNotification: false,
  } as const;
  expect(refusalOf(record, preferenceOf('JOB_UPDATED', owner, undefined))).toBe(
    "Email for 'Job Updated' needs its notification. Please turn that on, too.",
  );
  expect(refusalOf(record, undefined)).toBe('Your organization does not have the row JOB_UPDATED.');
  const off = { ...preferenceOf('JOB_UPDATED', owner, undefined), notification: false };
  expect(refusalOf({ subCategoryCode: 'JOB_UPDATED', emailNotification: true }, off)).toBe(
    "Email for 'Job Updated' needs its notification, which is off now. Please open the preferences again.",
  );
});

describe('a change of some flags of a row', () => {
  const FLAGS = ['notification', 'emailNotification', 'mobileNotification', 'allNotification'] as const;

  test.each(SUB_CATEGORY_CODES)(
    'of %s can be saved exactly if the whole row can, with the other flags as now',
    (code) => {
      const wrong: unknown[] = [];
      for (const owner of OWNERS) {
        for (const saved of RECORDS) {
          const current = preferenceOf(code, owner, { id: 'x', subCategoryCode: code, ...saved });
          for (const flag of FLAGS) {
            for (const value of BOTH) {
              const change = completed({ subCategoryCode: code, [flag]: value }, current);
              const whole = { ...current, ...change };
              if ((refusalOf(change, current) === null) !== (refusalOf(whole, current) === null)) wrong.push(change);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('turns the email off with its notification, unless that is required or given', () => {
    const owner: PreferenceOwner = { organizationType: 'CLIENT', agencyUserType: null, permissions: [], configs: [] };
    const off = (subCategoryCode: SubCategoryCode, flags: Partial<PreferenceRecord> = {}) =>
      completed({ subCategoryCode, notification: false, ...flags }, preferenceOf(subCategoryCode, owner, undefined));
    expect(off('JOB_UPDATED')).toMatchObject({ emailNotification: false });
    expect(off('JOB_UPDATED', { emailNotification: true })).toMatchObject({ emailNotification: true });
    expect(off('OFFER_MADE')).toEqual({ subCategoryCode: 'OFFER_MADE', notification: false });
  });
});
