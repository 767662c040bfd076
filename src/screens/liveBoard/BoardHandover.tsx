import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { HANDOVER_NOTE_MAX_LENGTH } from '../../../contract/board/board.endpoints';
import {
  handoverSubmitted,
  selectBoardEntries,
  takeOverPressed,
} from '../../../sagas/features/liveBoard/boardEntries.slice';
import { recentMomentText } from '../../../sagas/base/dates';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useUnsavedInput } from '../../hooks/useUnsavedInput';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { TextArea } from '../../ui/TextArea';
import { useFocusNearby } from '../../ui/useFocusNearby';

/** The note for the next shift. Read-only on a wall. */
export function BoardHandover({ isWall }: { readonly isWall: boolean }) {
  const dispatch = useDispatch();
  const { handover, handoverBusy } = useAppSelector(selectBoardEntries);
  const nearby = useFocusNearby();
  if (handover?.acknowledgedAt !== null) return null;
  return (
    <section {...nearby} className="board-handover" aria-label="Handover">
      <p className="board-handover-note">{handover.note}</p>
      <p className="quiet">
        Handed over by {handover.author ?? 'a colleague'}, {recentMomentText(Date.parse(handover.createdAt))}
      </p>
      {!isWall && (
        <Button variant="primary" busy={handoverBusy} onClick={() => dispatch(takeOverPressed())}>
          Take over
        </Button>
      )}
    </section>
  );
}

/** Writes the note of a shift that ends. */
export function HandoverDialog({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { handover, handoverBusy, handoverError, handoversWritten } = useAppSelector(selectBoardEntries);
  const [written] = useState(handoversWritten);
  const [note, setNote] = useState('');
  useUnsavedInput(handoversWritten > written ? '' : note);
  if (handoversWritten > written) return <Done onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() !== '' && !handoverBusy) dispatch(handoverSubmitted({ note }));
  };
  return (
    <Dialog title="Hand over the shift" onClose={onClose}>
      <form className="ui form" noValidate onSubmit={submit}>
        {handoverError !== null && <Message tone="negative">The note was not saved. {handoverError}</Message>}
        {handover !== null && handover.acknowledgedAt !== null && (
          <p className="quiet">
            The last one was taken over by {handover.acknowledgedBy ?? 'a colleague'},{' '}
            {recentMomentText(Date.parse(handover.acknowledgedAt))}.
          </p>
        )}
        <TextArea
          id="handover-note"
          name="note"
          label="What the next shift needs to know"
          autoFocus
          rows={6}
          maxLength={HANDOVER_NOTE_MAX_LENGTH}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" type="submit" disabled={note.trim() === ''} busy={handoverBusy}>
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Done({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Hand over the shift" onClose={onClose}>
      <p role="status">The note is shown on all boards of your organization until someone takes over.</p>
      <div className="dialog-actions">
        <Button variant="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
