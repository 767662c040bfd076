import { useEffect, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { HANDOVER_DAYS, HANDOVER_NOTE_MAX_LENGTH } from '../../../contract/board/board.endpoints';
import {
  handoverFormCleared,
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

/** The notes for the next shift that no one has taken over. Read-only on a wall. */
export function BoardHandovers({ isWall }: { readonly isWall: boolean }) {
  const dispatch = useDispatch();
  const { handovers, hasOlderHandovers, busy } = useAppSelector(selectBoardEntries);
  const nearby = useFocusNearby();
  // Who reads a wall cannot scroll.
  const notes = isWall ? [...handovers].reverse() : handovers;
  return (
    // Also without notes: what comes with its live region is not announced.
    <div {...nearby} className="board-handovers" aria-live="polite">
      {hasOlderHandovers && (
        <div className="board-handover">
          <p className="board-handover-note">
            Older notes are also open. They are shown once some of these have been taken over.
          </p>
        </div>
      )}
      {isWall && notes.length > 1 && (
        <div className="board-handover">
          <p>{notes.length} notes are waiting to be taken over. The newest is first.</p>
        </div>
      )}
      {notes.map(({ handoverId, note, author, createdAt }) => {
        const origin = `${author ?? 'a colleague'}, ${recentMomentText(Date.parse(createdAt))}`;
        return (
          // The next note gets the focus, not its button: a key that is held down would take it over as well.
          <section key={handoverId} className="board-handover" aria-label={`Handover from ${origin}`} tabIndex={-1}>
            <p className="board-handover-note">{note}</p>
            <p className="quiet">Handed over by {origin}</p>
            {!isWall && (
              <Button
                variant="primary"
                busy={busy.includes(handoverId)}
                aria-label={`Take over from ${origin}`}
                onClick={() => dispatch(takeOverPressed({ handoverId }))}
              >
                Take over
              </Button>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** Writes the note of a shift that ends. Cannot be closed while it is being saved. */
export function HandoverDialog({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { lastTakenOver, handoverBusy, handoverError, handoversWritten } = useAppSelector(selectBoardEntries);
  const [written] = useState(handoversWritten);
  const [note, setNote] = useState('');
  useUnsavedInput(handoversWritten > written ? '' : note);
  useEffect(() => {
    const clear = () => void dispatch(handoverFormCleared());
    clear();
    return clear;
  }, [dispatch]);
  if (handoversWritten > written) return <Done onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() !== '' && !handoverBusy) dispatch(handoverSubmitted({ note }));
  };
  const close = () => !handoverBusy && onClose();
  return (
    <Dialog title="Hand over the shift" onClose={close}>
      <form className="ui form" noValidate onSubmit={submit}>
        {handoverError !== null && <Message tone="negative">{handoverError}</Message>}
        {lastTakenOver !== null && lastTakenOver.acknowledgedAt !== null && (
          <p className="quiet">
            {lastTakenOver.acknowledgedBy ?? 'A colleague'} was the last to take over,{' '}
            {recentMomentText(Date.parse(lastTakenOver.acknowledgedAt))}.
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
          <Button aria-disabled={handoverBusy} onClick={close}>
            Back
          </Button>
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
      <p className="dialog-done" role="status">
        The note is shown on all boards of your organization until someone takes over, for at most {HANDOVER_DAYS} days.
      </p>
      <div className="dialog-actions">
        <Button variant="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
