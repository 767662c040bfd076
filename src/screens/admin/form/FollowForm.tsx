import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { formChanged } from '../../../../sagas/forms/forms.intents';
import { focusProblem } from './focusProblem';

interface FollowFormProps<V> {
  readonly formKey: string;
  /** What the form starts from, as the server has it. */
  readonly saved: V;
  /** What was typed, moved on to a newer state than it was typed over. */
  readonly rebase?: ((typed: V, before: V, now: V) => V) | undefined;
  /** Grows when the server has found fault with a field. */
  readonly problemId?: number;
}

/** Tells the store what is typed and not saved, follows a newer state, and leads to the first field that is wrong. */
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
    dispatch(formChanged({ key: formKey, values: isChanged ? values : null }));
  }, [dispatch, formKey, values, savedText]);

  const wrong = submitCount > 0 && !isValid;
  useEffect(() => {
    if (wrong || problemId > 0) focusProblem();
  }, [submitCount, wrong, problemId]);
  return null;
}
