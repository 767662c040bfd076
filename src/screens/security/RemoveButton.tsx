import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

interface RemoveButtonProps {
  readonly label: string;
  /** What the removal causes, in a sentence. */
  readonly question: string;
  readonly disabled: boolean;
  readonly busy: boolean;
  /** It cannot be removed: the organization requires a second factor, and this is the last one. */
  readonly kept: boolean;
  readonly onRemove: () => void;
}

/** Asks for confirmation before it removes. */
export function RemoveButton({ label, question, disabled, busy, kept, onRemove }: RemoveButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button disabled={disabled || kept} busy={busy} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {kept && <p className="security-kept">Your organization requires a second factor: add another one first.</p>}
      {asking && (
        <Dialog title={`${label}?`} onClose={close}>
          <p className="confirmation-question">{question}</p>
          <div className="dialog-actions">
            <Button autoFocus onClick={close}>
              Back
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                close();
                onRemove();
              }}
            >
              Remove
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
