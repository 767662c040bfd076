import { object, ref, string } from 'yup';
import { PASSWORD_MIN_LENGTH } from '../../../contract';

export interface Passwords {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmNewPassword: string;
}

export const EMPTY: Passwords = { oldPassword: '', newPassword: '', confirmNewPassword: '' };

const TOO_SHORT = `Please use at least ${PASSWORD_MIN_LENGTH} characters.`;
const password = () => string().trim().required('Please fill in this field.').min(PASSWORD_MIN_LENGTH, TOO_SHORT);

/** All three are needed, long enough without the blanks around them. The server's own policy comes on top. */
export const changePasswordSchema = object({
  oldPassword: password(),
  newPassword: password().notOneOf([ref('oldPassword')], 'New password must be different than the old one.'),
  confirmNewPassword: password().oneOf([ref('newPassword')], 'The two new passwords are not the same.'),
});
