import { array, boolean, object, string } from 'yup';
import { USER_NAME_MAX_LENGTH } from '../../../../contract';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
const name = (what: string) =>
  string().trim().required(`Please enter the ${what}.`).max(NAME_MAX, `Please use at most ${NAME_MAX} characters.`);

/** What the server asks for, in words at the field. */
export const userFormSchema = object({
  organizationId: string().required('Please choose the supplier.'),
  firstName: name('first name'),
  lastName: name('last name'),
  email: string()
    .trim()
    .required('Please enter the email address.')
    .max(EMAIL_MAX, `Please use at most ${EMAIL_MAX} characters.`)
    .matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'This is not an email address. One looks like name@example.com.'),
  userName: string()
    .trim()
    .required('Please enter a username.')
    .max(USER_NAME_MAX_LENGTH, `Please use at most ${USER_NAME_MAX_LENGTH} characters.`)
    .matches(/^[\p{L}\p{N}._@+-]+$/u, 'Please use letters, digits and . _ @ + - only.'),
  agencyUserType: string(),
  twoFactorEnabled: boolean(),
  roleIds: array(string().required()).max(50, 'Please choose at most 50 roles.'),
});
