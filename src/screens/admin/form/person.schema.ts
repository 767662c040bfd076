/** The server's requirements of a person's fields, with messages for the fields. */
import { string } from 'yup';
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH, USER_NAME_MAX_LENGTH } from '../../../../contract/base/limits';
import { EMAIL_ADDRESS, NEW_USER_NAME, SOMETHING_VISIBLE } from '../../../../contract/base/values';

export const atMost = (characters: number) => `Please use at most ${characters} characters.`;

const name = (what: string) =>
  string()
    .trim()
    .required(`Please enter the ${what}.`)
    .max(PERSON_NAME_MAX_LENGTH, atMost(PERSON_NAME_MAX_LENGTH))
    .matches(new RegExp(SOMETHING_VISIBLE, 'u'), {
      message: `The ${what} has no visible characters. Please type it again.`,
      excludeEmptyString: true,
    });

/** An email address, or nothing. */
export const emailAddress = () =>
  string()
    .trim()
    .max(EMAIL_MAX_LENGTH, atMost(EMAIL_MAX_LENGTH))
    .matches(new RegExp(`^${EMAIL_ADDRESS}$`), {
      message: 'This is not an email address. One looks like name@example.com.',
      excludeEmptyString: true,
    });

export const personFields = {
  firstName: name('first name'),
  lastName: name('last name'),
  email: emailAddress().required('Please enter the email address.'),
  userName: string()
    .trim()
    .required('Please enter a username.')
    .max(USER_NAME_MAX_LENGTH, atMost(USER_NAME_MAX_LENGTH))
    .matches(new RegExp(NEW_USER_NAME, 'u'), {
      message: 'Please use letters, digits and . _ @ + - only.',
      excludeEmptyString: true,
    }),
};
