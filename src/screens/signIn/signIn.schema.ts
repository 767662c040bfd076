/** What the sign-in form asks for. In a file of its own, which arrives while the person types. */
import { object, string, ValidationError } from 'yup';
import type { SignInField, SignInValues } from './signIn.fields';

const signInSchema = object({
  username: string().trim().required('Please enter a valid Username to login'),
  password: string().required('Please enter a valid Password to login'),
  organizationCode: string().trim().required('Please enter a valid Organization Code to login'),
});

export type SignInProblems = Partial<Record<SignInField, string>>;

/** The first problem of each field; empty where the form can be sent. */
export function problemsOf(values: SignInValues): SignInProblems {
  try {
    signInSchema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path, message }) => [path, message]));
  }
}
