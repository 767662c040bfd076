import { useFormikContext, type FormikErrors } from 'formik';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { formChanged } from '../../../../sagas/features/admin/forms/forms.slice';

/**
 * The error of a field, once the person has tried to save. Earlier, a message that appears when the field is left would
 * move the button away from under the pointer.
 */
export function shownError<V extends object>(
  name: keyof V & string,
  { errors, submitCount }: { readonly errors: FormikErrors<V>; readonly submitCount: number },
): string | undefined {
  const error = errors[name];
  return submitCount > 0 && typeof error === 'string' ? error : undefined;
}

/** Focuses the first invalid field. */
function focusProblem(): void {
  document.querySelector<HTMLElement>('.admin-page [aria-invalid="true"]')?.focus();
}

interface FollowFormProps<V> {
  readonly formKey: string;
  /** The saved values. */
  readonly saved: V;
  /** Applies the typed changes to a newer saved state. */
  readonly rebase?: ((typed: V, before: V, now: V) => V) | undefined;
  /** Grows each time the server refuses a field. */
  readonly problemId?: number;
}

/** Reports unsaved values to the store, follows a newer saved state, and focuses the first invalid field. */
export function FollowForm<V extends object>({ formKey, saved, rebase, problemId = 0 }: FollowFormProps<V>) {
  const dispatch = useDispatch();
  const { values, submitCount, isValid, setValues } = useFormikContext<V>();
  const savedText = JSON.stringify(saved);
  const seen = useRef({ savedText, saved });

  useEffect(() => {
    if (seen.current.savedText === savedText) return;
    const before = seen.current.saved;
    seen.current = { savedText, saved };
    if (rebase) void setValues(rebase(values, before, saved));
  }, [savedText, saved, rebase, values, setValues]);

  useEffect(() => {
    const isChanged = JSON.stringify(values) !== savedText;
    const base = rebase && { base: saved };
    dispatch(formChanged({ key: formKey, values: isChanged ? values : null, ...base }));
  }, [dispatch, formKey, values, savedText, saved, rebase]);

  const wrong = submitCount > 0 && !isValid;
  useEffect(() => {
    if (wrong || problemId > 0) focusProblem();
  }, [submitCount, wrong, problemId]);
  return null;
}
