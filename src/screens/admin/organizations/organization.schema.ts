import { boolean, object, string, type StringSchema } from 'yup';
import { ORGANIZATION_CODE_MAX_LENGTH, SESSION_IDLE_MINUTES_MIN } from '../../../../contract/base/limits';
import { ONLY_VISIBLE } from '../../../../contract/base/values';
import { isParty, type LoadedOrganization } from '../../../../sagas/features/admin/organizations/organizations.rules';
import { atMost, emailAddress, personFields } from '../form/person.schema';

const NAME_MAX = 100;

const seen = (what: string) =>
  string()
    .trim()
    .required(`Please enter the ${what}.`)
    .max(NAME_MAX, atMost(NAME_MAX))
    .matches(new RegExp(ONLY_VISIBLE, 'u'), 'This has characters that cannot be seen. Please type it again.');

const wholeNumber = (least: number, most: number) =>
  string()
    .trim()
    .test('number', `Please enter a whole number from ${least} to ${most}, or leave it empty.`, (text = '') =>
      text === '' ? true : /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most,
    );

/** The server's requirements, with messages for the fields. */
export function organizationSchema({ organization, limits }: LoadedOrganization) {
  const settings = {
    name: seen('name'),
    code: string()
      .trim()
      .required('Please enter the organization code.')
      .max(ORGANIZATION_CODE_MAX_LENGTH, atMost(ORGANIZATION_CODE_MAX_LENGTH))
      .matches(
        /^[A-Za-z0-9][A-Za-z0-9-]+$/,
        'Please use at least 2 letters (A to Z), digits and hyphens; it is part of addresses.',
      ),
    supportEmail: emailAddress(),
    supportPhone: string().trim().max(40, atMost(40)),
    twoFactorRequired: boolean(),
    idleMinutes: wholeNumber(SESSION_IDLE_MINUTES_MIN, limits.idleMinutes),
    sessionHours: wholeNumber(1, limits.sessionHours),
  };
  if (organization !== null) return object(settings);
  const ofParty = (schema: StringSchema) => string().when('type', ([type], other) => (isParty(type) ? schema : other));
  return object({
    ...settings,
    program: ofParty(string().required('Please choose who manages the program.')),
    city: ofParty(seen('city')),
    state: ofParty(seen('state')),
    timeZone: ofParty(string().required('Please choose the time zone.')),
    beds: string().when('type', ([type], schema) =>
      type === 'CLIENT'
        ? schema.required('Please enter the number of beds.').matches(/^[1-9]\d{0,5}$/, 'Please enter a whole number.')
        : schema,
    ),
    ...personFields,
  });
}
