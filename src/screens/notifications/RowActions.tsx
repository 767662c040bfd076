import { useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import type { Matter } from '../../../contract/records/matters';
import { matterShown } from '../../../sagas/features/notifications/panel/matters.intents';
import { selectActionResult } from '../../../sagas/features/recordActions/recordActions.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { RecordActions } from '../recordActions/RecordActions';

/** What may be done with the record of a notification, and what became of it. */
export function RowActions({ kind, id }: Matter) {
  const dispatch = useDispatch();
  const result = useAppSelector((state) => selectActionResult(state, id));
  const undo = result?.undo;
  const ids = useMemo(() => [id], [id]);
  useEffect(() => void dispatch(matterShown({ kind, id })), [dispatch, kind, id]);
  return (
    <div className="note-acts">
      <RecordActions kind={kind} ids={ids} isBeside />
      <p className={`note-result is-${result?.tone ?? 'none'}`} role="status">
        {result?.text}
        {undo && <LinkButton onClick={() => dispatch(undo)}>Take back</LinkButton>}
      </p>
    </div>
  );
}
