import { useDispatch } from 'react-redux';
import type { ActionKind } from '../../../contract/records/action';
import { recordActionPressed } from '../../../sagas/features/recordActions/recordActions.intents';
import { selectActionButtons } from '../../../sagas/features/recordActions/recordActions.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { useFocusNearby } from '../../ui/useFocusNearby';
import '../../ui/theme/recordActions.css';

interface RecordActionsProps {
  readonly kind: ActionKind;
  /** Keep the array between renders. With several ids, each button shows, and acts on, those that it applies to. */
  readonly ids: readonly string[];
  /** For one record: the result is shown beside it (`selectActionResult`), and digits are its keys. */
  readonly isInline?: true;
  /** False while the page does not show what the buttons would act on. */
  readonly mayAct?: boolean;
}

/**
 * Buttons for the actions that this person may perform on these records now; none until `recordActionsNeeded` was
 * dispatched for them. The shell shows the form and the progress (`RecordActionLayer`).
 */
export function RecordActions({ kind, ids, isInline, mayAct = true }: RecordActionsProps) {
  const dispatch = useDispatch();
  const buttons = useAppSelector((state) => selectActionButtons(state, kind, ids));
  const nearby = useFocusNearby();
  if (buttons.length === 0) return null;
  return (
    // It takes the focus of a button that is gone: another button would act on a second press.
    <div {...nearby} className="record-actions" role="group" aria-label="Actions" tabIndex={-1}>
      {buttons.map(({ action, label, variant, ids: allowed }, index) => (
        <Button
          key={action}
          variant={variant === 'primary' ? 'primary' : 'plain'}
          data-danger={variant === 'danger' || undefined}
          title={isInline && String(index + 1)}
          aria-disabled={mayAct ? undefined : true}
          onClick={({ detail }) => {
            // The second press of a double click is not meant for the button that came to its place.
            if (!mayAct || detail > 1) return;
            dispatch(recordActionPressed({ kind, ids: allowed, action, ...(isInline && { isInline }) }));
          }}
        >
          {allowed.length === ids.length ? label : `${label} (${allowed.length} of ${ids.length})`}
        </Button>
      ))}
    </div>
  );
}
