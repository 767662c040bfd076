import type { FormikErrors, FormikTouched } from 'formik';

/** What is wrong with a field, once the person has left it or asked to save. */
export function shownError<V extends object>(
  name: keyof V & string,
  { errors, touched }: { readonly errors: FormikErrors<V>; readonly touched: FormikTouched<V> },
): string | undefined {
  const error = errors[name];
  return touched[name] && typeof error === 'string' ? error : undefined;
}
