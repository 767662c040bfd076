/** The sign-in form's validation, in a file that is loaded while the person types. */
import { object, string, ValidationError } from 'yup';
import type { SignInField, SignInValues } from './signInFields';

const signInSchema = object({
  username: string().trim().required('Please enter a valid Username to login'),
  password: string().required('Please enter a valid Password to login'),
  organizationCode: string().trim().required('Please enter a valid Organization Code to login'),
});

export type SignInProblems = Partial<Record<SignInField, string>>;

/** The first problem of each field; empty for a valid form. */
export function problemsOf(values: SignInValues): SignInProblems {
  try {
    signInSchema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]));
  }
}
