/** The rules of the preferences against an independent oracle, over every combination. */
import { ORGANIZATION_TYPES, type OrganizationType } from '../../contract/base/organizations';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { SubCategoryCode } from '../../contract/notifications/kinds';
import type { Preference } from '../../machines/preferences/changedRecords';
import {
  COLUMNS,
  effectivePreferences,
  cellOf,
  columnsFor,
  found,
  searchText,
  toggled,
  withToggled,
  type Owner,
} from '../../sagas/features/preferences/preferences.rules';
import { preference } from '../support/preference';
import { USER } from '../support/user';
import { WITHOUT_ALL } from '../support/withoutAll';

const CODES: readonly SubCategoryCode[] = [...WITHOUT_ALL, 'JOB_UPDATED'];
const BOTH = [false, true];

const owner = (facts: Partial<UserInfo> = {}): Owner => ({ ...USER, ...facts });

interface Case {
  readonly organizationType: OrganizationType;
  readonly mayNotAll: boolean;
  readonly facts: Preference;
}

function* everyCase(): Generator<Case> {
  for (const organizationType of ORGANIZATION_TYPES)
    for (const mayNotAll of BOTH)
      for (const subCategoryCode of CODES)
        for (const requiredNotification of BOTH)
          for (const emailRequiredNotification of BOTH)
            for (const isUseInVmsMobile of BOTH)
              for (const isAllDisabled of BOTH)
                for (const notification of BOTH)
                  for (const emailNotification of BOTH)
                    for (const others of BOTH)
                      yield {
                        organizationType,
                        mayNotAll,
                        facts: preference({
                          subCategoryCode,
                          requiredNotification,
                          emailRequiredNotification,
                          isUseInVmsMobile,
                          isAllDisabled,
                          notification,
                          emailNotification,
                          mobileNotification: others,
                          allNotification: others,
                        }),
                      };
}

/** What can be toggled, in the words of the requirements. */
const pressable = ({ organizationType, mayNotAll, facts }: Case) => ({
  notification: !facts.requiredNotification,
  email: facts.notification && !facts.emailRequiredNotification,
  mobile: facts.isUseInVmsMobile,
  all: organizationType === 'VMS' && !mayNotAll && !facts.isAllDisabled && !WITHOUT_ALL.includes(facts.subCategoryCode),
});

const FIELD = {
  notification: 'notification',
  email: 'emailNotification',
  mobile: 'mobileNotification',
  all: 'allNotification',
} as const;

it('every cell of the truth table: locked cells show why, others toggle, and turning off includes the mail', () => {
  let cells = 0;
  for (const one of everyCase()) {
    const person = owner({
      organizationType: one.organizationType,
      permissions: one.mayNotAll ? ['NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS'] : [],
    });
    const may = pressable(one);
    for (const column of COLUMNS) {
      cells += 1;
      const field = FIELD[column];
      const { checked, locked } = cellOf(one.facts, column, person);
      const after = toggled(one.facts, column, person);
      const expected: Preference = may[column] ? { ...one.facts, [field]: !one.facts[field] } : one.facts;
      const takesMail = column === 'notification' && may.notification && one.facts.notification;
      const wanted =
        takesMail && !one.facts.emailRequiredNotification ? { ...expected, emailNotification: false } : expected;
      if (
        checked !== one.facts[field] ||
        (locked === null) !== may[column] ||
        JSON.stringify(after) !== JSON.stringify(wanted)
      )
        throw new Error(`${column} of ${JSON.stringify(one)}: ${JSON.stringify({ checked, locked, after })}`);
      if (locked !== null && !/^[A-Z].+\.$/.test(locked)) throw new Error(`'${locked}' is no sentence`);
    }
  }
  expect(cells).toBe(4 * 2 * 10 * 2 ** 7 * 4);
});

it.each([
  ['VMS', true, ['notification', 'email', 'mobile', 'all']],
  ['VMS', false, ['notification', 'email', 'all']],
  ['CLIENT', true, ['notification', 'email', 'mobile']],
  ['CLIENT', false, ['notification', 'email']],
  ['AGENCY', true, ['notification', 'email', 'mobile']],
  ['AGENCY', false, ['notification', 'email']],
  ['OWNER', true, ['notification', 'email']],
  ['OWNER', false, ['notification', 'email']],
] as const)('columns of %s, mobile configured: %s', (organizationType, configureMobileApp, columns) =>
  expect(columnsFor(owner({ organizationType, configureMobileApp }))).toEqual(columns),
);

it('an MSP user is one of the managing organization, with all of its columns', () => {
  const msp = owner({ userType: 'MSP', userTypeIds: ['MSP'], organizationType: 'VMS', configureMobileApp: true });
  expect(columnsFor(msp)).toEqual(['notification', 'email', 'mobile', 'all']);
  expect(cellOf(preference(), 'all', msp).locked).toBeNull();
});

describe('as loaded', () => {
  const loaded = (
    facts: Partial<Preference>,
    user: Partial<UserInfo> = {},
    configs: Parameters<typeof effectivePreferences>[1] = [],
  ) =>
    effectivePreferences([{ categoryCode: 'JOBSORDERS', subCategories: [preference(facts)] }], configs, owner(user))[0]
      ?.subCategories[0];

  it('required kinds are on, mail as well', () => {
    const facts = { notification: false, requiredNotification: true, emailRequiredNotification: true };
    expect(loaded(facts)).toMatchObject({ notification: true, emailNotification: true });
    expect(loaded({ notification: false })).toMatchObject({ notification: false, emailNotification: false });
  });

  it.each([
    ['ATS_AGENCY_SALES_REPRESENTATIVE', null, true],
    ['ATS_AGENCY_RECRUITER', null, true],
    ['AGENCY', null, false],
    ['ATS_AGENCY_RECRUITER', 'saved', false],
  ] as const)('candidate job matching of %s, id %s: %s', (type, id, notification) =>
    expect(
      loaded({ subCategoryCode: 'CANDIDATE_JOB_MATCHING', id, notification: false }, { userTypeIds: [type] }),
    ).toMatchObject({ notification }),
  );

  it.each([
    [null, true],
    ['saved', false],
  ])('all of automated job updates, id %s: %s', (id, allNotification) =>
    expect(loaded({ subCategoryCode: 'AUTOMATED_JOB_UPDATES', id })).toMatchObject({ allNotification }),
  );

  it.each(['MOBILE_CANDIDATE_REGISTRATION', 'FACEBOOK_REGISTRATION', 'LEAP_PROFILE_CREATED'] as const)(
    '%s is shown only if its configuration allows it',
    (subCategoryCode) => {
      const seen = (configs: Parameters<typeof effectivePreferences>[1]) =>
        loaded({ subCategoryCode }, {}, configs) !== undefined;
      expect([
        seen([]),
        seen([{ label: subCategoryCode, value: false }]),
        seen([{ label: subCategoryCode, value: true }]),
      ]).toEqual([false, false, true]);
    },
  );
});

describe('the search', () => {
  const groups = [
    { categoryCode: 'JOB' as const, subCategories: [preference(), preference({ subCategoryName: 'Job Closed' })] },
    { categoryCode: 'SUBMISSIONS' as const, subCategories: [preference({ subCategoryName: 'Offer Made' })] },
  ];
  it.each([
    ['', ['Job Updated', 'Job Closed', 'Offer Made']],
    ['job', ['Job Updated', 'Job Closed']],
    [' MADE ', ['Offer Made']],
    ['.*', []],
  ])('“%s” finds %j', (search, names) =>
    expect(found(groups, search).flatMap((group) => group.subCategories.map((each) => each.subCategoryName))).toEqual(
      names,
    ),
  );
  it('blank input is cleared, and at most 100 characters are kept', () =>
    expect([searchText('  \t '), searchText('job '), searchText('x'.repeat(120)).length]).toEqual(['', 'job ', 100]));
});

it('a click changes only its own row', () => {
  const groups = [
    { categoryCode: 'JOB' as const, subCategories: [preference(), preference({ subCategoryCode: 'JOB_CLOSED' })] },
  ];
  const after = withToggled(groups, 'JOB_CLOSED', 'email', owner());
  expect(after[0]!.subCategories.map((each) => each.emailNotification)).toEqual([false, true]);
  expect(after[0]!.subCategories[0]).toBe(groups[0]!.subCategories[0]);
});
