import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { inputBegun, inputEnded } from '../../sagas/base/formInput.slice';

/** Asks before a reload while these values of an open form differ from those with which it was opened. */
export function useUnsavedInput(...values: readonly unknown[]): void {
  const dispatch = useDispatch();
  const text = JSON.stringify(values);
  const [opened] = useState(text);
  const isUnsaved = text !== opened;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    dispatch(inputBegun());
    return () => void dispatch(inputEnded());
  }, [dispatch, isUnsaved]);
}
