import { useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import type { RecordReference } from '../../../contract/records/notificationRecord';
import { rowRecordShown } from '../../../sagas/features/notifications/notifications.intents';
import { selectActionResult } from '../../../sagas/features/recordActions/recordActions.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { useFocusNearby } from '../../ui/useFocusNearby';
import { RecordActions } from '../recordActions/RecordActions';

/** In full: the build keeps the rules whose classes it reads somewhere. */
const RESULT = {
  none: 'note-result is-none',
  info: 'note-result',
  positive: 'note-result is-positive',
  negative: 'note-result is-negative',
} as const;

/** The actions on the record of a notification, and their results. */
export function RowActions({ kind, id }: RecordReference) {
  const dispatch = useDispatch();
  const result = useAppSelector((state) => selectActionResult(state, id));
  const undo = result?.undo;
  const nearby = useFocusNearby();
  const ids = useMemo(() => [id], [id]);
  useEffect(() => void dispatch(rowRecordShown({ kind, id })), [dispatch, kind, id]);
  return (
    <div {...nearby} className="row-actions">
      <RecordActions kind={kind} ids={ids} isInline />
      <p className={RESULT[result?.tone ?? 'none']} role="status">
        {result?.text}
        {undo && <LinkButton onClick={() => dispatch(undo)}>Undo</LinkButton>}
      </p>
    </div>
  );
}
