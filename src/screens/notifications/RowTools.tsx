import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Notification, ReaderChange } from '../../../contract/notifications/notification';
import { localDayAt } from '../../../sagas/base/dates';
import { addDays } from '../../../sagas/base/calendar';
import { SNOOZES, SNOOZE_LABELS, snooze, snoozeEndText } from '../../../sagas/features/notifications/panel/panelText';
import '../../ui/theme/rowTools.css';
import { FollowButton } from '../follows/FollowButton';

type Act = (id: string, patch: ReaderChange) => void;

interface RowToolsProps {
  /** What the row shows. */
  readonly notification: Notification;
  /** Whether a notification of the row is new. */
  readonly isNew: boolean;
  readonly isSaved: boolean;
  readonly now: number;
  readonly onAct: Act;
}

/** What can be done with a notification; the letters are the keys of a row that has the focus. */
export function RowTools({ notification, isNew, isSaved, now, onAct }: RowToolsProps) {
  const { id, subject, state } = notification;
  const [picking, setPicking] = useState(false);
  const [day, setDay] = useState('');
  const act = (patch: ReaderChange) => onAct(id, patch);
  const choose = (choice: string) => {
    setPicking(choice === 'date');
    if (choice !== 'date' && choice !== '') act(snooze(choice, now));
  };
  const until = state?.snoozedUntil;
  const of = useMemo(() => ({ notificationId: id }), [id]);
  return (
    <div className="note-actions" role="group" aria-label={`Actions for ${subject}`}>
      <button type="button" title="E" onClick={() => act({ done: !state?.done })}>
        {state?.done ? 'Not done' : 'Done'}
      </button>
      <button type="button" title="S" aria-pressed={isSaved} onClick={() => act({ saved: !isSaved })}>
        Save
      </button>
      <button type="button" title="U" onClick={() => act({ read: isNew })}>
        {isNew ? 'Mark as read' : 'Keep unread'}
      </button>
      {until != null ? (
        <button type="button" onClick={() => act({ snoozedUntil: null })}>
          Snoozed until {snoozeEndText(until, now)}. End snooze
        </button>
      ) : (
        <select aria-label="Snooze" title="Z: in an hour" value="" onChange={(event) => choose(event.target.value)}>
          <option value="">Snooze</option>
          {SNOOZES.map((choice) => (
            <option key={choice} value={choice}>
              {SNOOZE_LABELS[choice]}
            </option>
          ))}
          <option value="date">Until a date</option>
        </select>
      )}
      <FollowButton of={of} name={subject} form="short" />
      {picking && (
        // While a date is being typed its value is often another complete date, so it is sent by Enter or the button.
        <form
          className="note-actions"
          onSubmit={(event) => {
            event.preventDefault();
            choose(day);
          }}
        >
          <input
            type="date"
            autoFocus
            required
            aria-label="Snooze until"
            min={addDays(localDayAt(now), 1)}
            max="2100-12-31"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <button type="submit">Snooze</button>
        </form>
      )}
    </div>
  );
}

const SWIPE_PX = 90;

/** The finger and where it touched the row; a ref, since the row may render again before the finger is lifted. */
export interface SwipeStart {
  current: { readonly pointerId: number; readonly x: number; readonly y: number } | null;
}

/** Keys while the row has the focus, and swipes: to the right is done, to the left snoozes for an hour. */
export function rowHandlers(
  { notification: { id, state }, isNew, isSaved, now, onAct }: RowToolsProps,
  swipe: SwipeStart,
) {
  const patches: Readonly<Record<string, () => ReaderChange>> = {
    e: () => ({ done: !state?.done }),
    s: () => ({ saved: !isSaved }),
    u: () => ({ read: isNew }),
    z: () => snooze('hour', now),
  };
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey || !isForRow(event.target)) return;
      const isStep = event.key === 'j' || event.key === 'k';
      // Held down, a key would act on each row that takes over the focus.
      if (event.repeat && !isStep) return void (event.key === 'Enter' && event.preventDefault());
      const patch = patches[event.key]?.();
      const action = /^[1-9]$/.test(event.key) && actionOf(event.currentTarget, Number(event.key));
      if (action) action.click();
      else if (event.key === 'h') event.currentTarget.querySelector<HTMLElement>('.note-history > button')?.click();
      else if (patch !== undefined) onAct(id, patch);
      else if (isStep) nextTo(event.currentTarget, event.key === 'j' ? 1 : -1)?.focus();
      else return;
      event.preventDefault();
    },
    onPointerDown({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) {
      // A second finger ends the swipe of the first.
      swipe.current = pointerType === 'touch' && isPrimary ? { pointerId, x: clientX, y: clientY } : null;
    },
    onPointerCancel: () => void (swipe.current = null),
    onPointerUp({ pointerId, clientX, clientY }: PointerEvent) {
      const from = swipe.current;
      if (from?.pointerId !== pointerId) return;
      swipe.current = null;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x) / 2) return;
      onAct(id, x > 0 ? { done: !state?.done } : snooze('hour', now));
    },
  };
}

/** The button of the record's action with this key. */
const actionOf = (row: HTMLElement, key: number) =>
  row.querySelectorAll<HTMLElement>('.record-actions button')[key - 1];

const isForRow = (target: EventTarget): boolean => !(target instanceof HTMLElement && target.matches('input, select'));

/** What takes the focus in the row above or below. */
function nextTo(row: HTMLElement, by: 1 | -1): HTMLElement | null | undefined {
  // In a tab, a notification that a link leads to stands above the list.
  const rows = [...((row.closest('.note-body') ?? row.closest('ul'))?.querySelectorAll<HTMLElement>('.note') ?? [])];
  return rows[rows.indexOf(row) + by]?.querySelector<HTMLElement>('a, button');
}

/** Where the focus goes when the row leaves the list of the panel: at last to the line that undoes it. */
export const besideRow = (row: HTMLElement): HTMLElement | null | undefined =>
  nextTo(row, 1) ?? nextTo(row, -1) ?? row.closest('.note-panel')?.querySelector<HTMLElement>('.note-undo');
