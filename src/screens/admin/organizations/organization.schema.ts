import { boolean, object, string, type StringSchema } from 'yup';
import {
  ORGANIZATION_CODE_MAX_LENGTH,
  SESSION_IDLE_MINUTES_MIN,
  USER_NAME_MAX_LENGTH,
} from '../../../../contract/base/limits';
import { ONLY_VISIBLE } from '../../../../contract/base/values';
import { isParty, type OrganizationStart } from '../../../../sagas/features/admin/organizations/organizations.rules';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NO_EMAIL = 'This is not an email address. One looks like name@example.com.';

const seen = (what: string) =>
  string()
    .trim()
    .required(`Please enter the ${what}.`)
    .max(NAME_MAX, `Please use at most ${NAME_MAX} characters.`)
    .matches(new RegExp(ONLY_VISIBLE, 'u'), 'This has characters that cannot be seen. Please type it again.');

const wholeNumber = (least: number, most: number) =>
  string()
    .trim()
    .test('number', `Please enter a whole number from ${least} to ${most}, or leave it empty.`, (text = '') =>
      text === '' ? true : /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most,
    );

/** The server's requirements, with messages for the fields. */
export function organizationSchema({ organization, limits }: OrganizationStart) {
  const settings = {
    name: seen('name'),
    code: string()
      .trim()
      .required('Please enter the organization code.')
      .max(ORGANIZATION_CODE_MAX_LENGTH, `Please use at most ${ORGANIZATION_CODE_MAX_LENGTH} characters.`)
      .matches(
        /^[A-Za-z0-9][A-Za-z0-9-]+$/,
        'Please use at least 2 letters (A to Z), digits and hyphens; it is part of addresses.',
      ),
    supportEmail: string()
      .trim()
      .max(EMAIL_MAX, `Please use at most ${EMAIL_MAX} characters.`)
      .matches(EMAIL, { message: NO_EMAIL, excludeEmptyString: true }),
    supportPhone: string().trim().max(40, 'Please use at most 40 characters.'),
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
    firstName: seen('first name'),
    lastName: seen('last name'),
    email: string()
      .trim()
      .required('Please enter the email address.')
      .max(EMAIL_MAX, `Please use at most ${EMAIL_MAX} characters.`)
      .matches(EMAIL, NO_EMAIL),
    userName: string()
      .trim()
      .required('Please enter a username.')
      .max(USER_NAME_MAX_LENGTH, `Please use at most ${USER_NAME_MAX_LENGTH} characters.`)
      .matches(/^[\p{L}\p{N}._@+-]+$/u, 'Please use letters, digits and . _ @ + - only.'),
  });
}
