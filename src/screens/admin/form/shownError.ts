import type { FormikErrors } from 'formik';

/**
 * What is wrong with a field, once the person has asked to save. Not sooner: a sentence that appears as a field is left
 * moves the button away from under the pointer that is about to press it.
 */
export function shownError<V extends object>(
  name: keyof V & string,
  { errors, submitCount }: { readonly errors: FormikErrors<V>; readonly submitCount: number },
): string | undefined {
  const error = errors[name];
  return submitCount > 0 && typeof error === 'string' ? error : undefined;
}
