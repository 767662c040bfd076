import { object, ref, string } from 'yup';
import { PASSWORD_MIN_LENGTH } from '../../../contract';

export interface NewPasswords {
  readonly newPassword: string;
  readonly confirmNewPassword: string;
}

export const EMPTY_PASSWORDS: NewPasswords = { newPassword: '', confirmNewPassword: '' };

const TOO_SHORT = `Please use at least ${PASSWORD_MIN_LENGTH} characters.`;

/** Both required, long enough without the blanks around them, and equal. The server's own policy comes on top. */
export const passwordChangeSchema = object({
  newPassword: string().trim().required().min(PASSWORD_MIN_LENGTH, TOO_SHORT),
  confirmNewPassword: string()
    .trim()
    .required()
    .min(PASSWORD_MIN_LENGTH, TOO_SHORT)
    .oneOf([ref('newPassword')], 'The two passwords are not the same.'),
});
