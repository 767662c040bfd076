import { useCallback, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { SUB_CATEGORIES, SUB_CATEGORY_CODES } from '../../../contract/notifications/kinds';
import type { Notification, ReaderChange } from '../../../contract/notifications/notification';
import { NOTIFICATION_KEYWORD_MAX_LENGTH } from '../../../contract/notifications/notifications.endpoints';
import { failureText } from '../../../sagas/base/http/failureText';
import {
  findMoreRequested,
  findSubmitted,
  selectFind,
  whereText,
} from '../../../sagas/features/notifications/panel/find.slice';
import { panelClosed, rowChanged, type FindForm } from '../../../sagas/features/notifications/notifications.intents';
import { isMarked } from '../../../sagas/features/notifications/panel/panel.selectors';
import { selectPersistentQuery } from '../../../sagas/navigation/location/location.selectors';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';
import { Button } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { VirtualList } from '../../ui/VirtualList';
import { NotificationRow } from './NotificationRow';
import '../../ui/theme/findNotifications.css';

const TICK_MS = 30_000;
const LIKELY_ROW_PX = 120;
const keyOf = ({ id }: Notification) => id;
const KINDS = [...SUB_CATEGORY_CODES].sort((a, b) => (SUB_CATEGORIES[a].name < SUB_CATEGORIES[b].name ? -1 : 1));

/** Finds notifications of all tabs, also done and snoozed ones. */
export function FindPanel() {
  const dispatch = useDispatch();
  const { problem, wanted, form, items, more, busy, failure } = useAppSelector(selectFind);
  const user = useAppSelector(selectUser);
  const persistentQuery = useAppSelector(selectPersistentQuery);
  const now = useNow(TICK_MS, true);
  const follow = useCallback(() => void dispatch(panelClosed()), [dispatch]);
  const act = useCallback((id: string, patch: ReaderChange) => void dispatch(rowChanged({ id, patch })), [dispatch]);
  if (user === null) return null;
  return (
    <div className="note-find">
      <FindForm key={form} mayBeAway={user.awayUntil !== undefined || wanted.away !== ''} />
      <p className="note-found-count" role="status">
        {problem === null && countText(items?.length ?? null, more, busy, wanted.away !== '')}
      </p>
      {problem !== null && <Message tone="negative">{problem}</Message>}
      {failure !== null && (
        <>
          <Message tone="negative">The search failed. {failureText(failure)}</Message>
          <p className="note-retry">
            <Button onClick={() => dispatch(findMoreRequested())}>Retry</Button>
          </p>
        </>
      )}
      {items !== null && items.length > 0 && (
        <VirtualList
          label="Search results"
          name="found"
          items={items}
          keyOf={keyOf}
          estimatePx={LIKELY_ROW_PX}
          busy={busy}
          row={(notification) => (
            <NotificationRow
              notification={notification}
              where={whereText(notification)}
              user={user}
              persistentQuery={persistentQuery}
              isNew={isMarked(notification, null)}
              isSaved={notification.state?.saved ?? false}
              now={now}
              onFollow={follow}
              onAct={act}
            />
          )}
          end={
            more && (
              <div className="note-more">
                <Button busy={busy} onClick={() => dispatch(findMoreRequested())}>
                  See More
                </Button>
              </div>
            )
          }
        />
      )}
    </div>
  );
}

function countText(count: number | null, more: boolean, busy: boolean, away: boolean): string {
  if (busy) return 'Searching…';
  if (count === null) return 'Searches all tabs, including what is done or snoozed. Every field is optional.';
  if (count === 0 && away) return 'None of these notifications is still open.';
  if (count === 0) return 'Nothing matches. Try fewer words, or another time.';
  return more ? `The newest ${count}` : `${count} found`;
}

/** Enter searches from every field of text. */
function FindForm({ mayBeAway }: { readonly mayBeAway: boolean }) {
  const dispatch = useDispatch();
  const { wanted, busy } = useAppSelector(selectFind);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const of = (name: keyof FindForm): string => String(given.get(name) ?? '');
    const [words, person, facility, from, to] = [of('words'), of('person'), of('facility'), of('from'), of('to')];
    const kind = SUB_CATEGORY_CODES.find((code) => code === of('kind')) ?? '';
    const away = of('away') === 'yes' ? 'yes' : '';
    dispatch(findSubmitted({ wanted: { words, person, facility, kind, from, to, away } }));
  };
  const text = { type: 'text', maxLength: NOTIFICATION_KEYWORD_MAX_LENGTH, autoComplete: 'off', spellCheck: false };
  return (
    <form className="note-find-form" role="search" aria-label="All notifications" onSubmit={submit}>
      <div className="is-words">
        <label>
          Contains words
          <input {...text} name="words" defaultValue={wanted.words} autoFocus />
        </label>
        <Button type="submit" variant="primary" busy={busy}>
          Search
        </Button>
      </div>
      <label>
        Person
        <input {...text} name="person" defaultValue={wanted.person} />
      </label>
      <label>
        Facility
        <input {...text} name="facility" defaultValue={wanted.facility} />
      </label>
      <label className="is-wide">
        Kind
        <select name="kind" defaultValue={wanted.kind}>
          <option value="">All kinds</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {SUB_CATEGORIES[kind].name}
            </option>
          ))}
        </select>
      </label>
      <label>
        From
        <input type="date" name="from" defaultValue={wanted.from} min="1900-01-01" max="2199-12-31" />
      </label>
      <label>
        To
        <input type="date" name="to" defaultValue={wanted.to} min="1900-01-01" max="2199-12-31" />
      </label>
      {mayBeAway && (
        <label className="is-check">
          <input type="checkbox" name="away" value="yes" defaultChecked={wanted.away !== ''} />
          Only notifications that arrived while you were away and are still open
        </label>
      )}
    </form>
  );
}
