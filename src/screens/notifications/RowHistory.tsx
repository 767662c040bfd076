import { useEffect, useId } from 'react';
import { useDispatch } from 'react-redux';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { Notification } from '../../../contract/notifications/notification';
import { awaitsAction, recordOf } from '../../../contract/records/notificationRecord';
import { targetOf } from '../../../sagas/features/notifications/links';
import { panelClosed } from '../../../sagas/features/notifications/notifications.intents';
import { selectPanel } from '../../../sagas/features/notifications/panel/panel.selectors';
import { historyText, outcomeText } from '../../../sagas/features/notifications/panel/panelText';
import {
  historyItems,
  selectHistory,
  selectIsReady,
  selectRowHistory,
  selectRows,
} from '../../../sagas/features/notifications/panel/rows.selectors';
import {
  historyToggled,
  olderHistoryRequested,
  rowShown,
} from '../../../sagas/features/notifications/panel/rows.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Link, opensElsewhere } from '../../ui/Link';
import { Message } from '../../ui/Message';
import { RowActions, When } from './rowParts';
import '../../ui/theme/rowHistory.css';

interface RowHistoryProps {
  readonly recordKey: string;
  /** What the row shows. */
  readonly newest: Notification;
  /** How many notifications about the record are loaded. */
  readonly loaded: number;
  readonly user: UserInfo;
  readonly persistentQuery: string;
  readonly now: number;
}

/** The count of a row's other notifications, and their list, opened in place. */
export function RowHistory({ recordKey, newest, loaded, user, persistentQuery, now }: RowHistoryProps) {
  const dispatch = useDispatch();
  const listId = useId();
  const isReady = useAppSelector(selectIsReady);
  const { tab } = useAppSelector(selectPanel);
  const earlier = useAppSelector((state) => selectRowHistory(state, newest, loaded).earlier);
  const open = useAppSelector((state) => selectRowHistory(state, newest, loaded).open);
  const asksForAction = useAppSelector((state) => selectHistory(state, recordKey) !== null);
  useEffect(() => {
    if (isReady) dispatch(rowShown({ tab, recordKey }));
  }, [dispatch, isReady, tab, recordKey]);
  if (earlier === 0) return null;
  return (
    <div className="note-history">
      <LinkButton
        title="H"
        aria-expanded={asksForAction}
        aria-controls={asksForAction ? listId : undefined}
        onClick={() => dispatch(historyToggled({ tab, recordKey }))}
      >
        {historyText(earlier, open, asksForAction)}
      </LinkButton>
      {asksForAction && (
        <OpenHistory
          id={listId}
          recordKey={recordKey}
          newest={newest}
          user={user}
          persistentQuery={persistentQuery}
          now={now}
        />
      )}
    </div>
  );
}

type OpenHistoryProps = Omit<RowHistoryProps, 'loaded'> & { readonly id: string };

function OpenHistory({ id, recordKey, newest, user, persistentQuery, now }: OpenHistoryProps) {
  const dispatch = useDispatch();
  const history = useAppSelector((state) => selectHistory(state, recordKey));
  const row = useAppSelector((state) => selectRows(state).find(({ key }) => key === recordKey));
  if (history === null || row === undefined) return null;
  const { items, more, busy, failure } = history;
  return (
    <>
      <ol id={id} aria-label={`Earlier: ${newest.subject}`} aria-busy={busy}>
        {historyItems(row, items ?? []).map((item) => (
          <li key={item.id}>
            <HistoryLink item={item} user={user} persistentQuery={persistentQuery} />
            <When date={item.notificationDate} now={now} />
            {item.state?.settled && <span className="note-outcome">{outcomeText(item.state.settled)}</span>}
            <OwnActions item={item} newest={newest} />
          </li>
        ))}
      </ol>
      {failure !== null && (
        <Message tone="negative">The earlier notifications could not be loaded. Please try again.</Message>
      )}
      {(more || failure !== null) && (
        <Button busy={busy} onClick={() => dispatch(olderHistoryRequested())}>
          {failure === null ? 'Show earlier notifications' : 'Retry'}
        </Button>
      )}
    </>
  );
}

function HistoryLink({
  item,
  user,
  persistentQuery,
}: { readonly item: Notification } & Pick<OpenHistoryProps, 'user' | 'persistentQuery'>) {
  const dispatch = useDispatch();
  const target = targetOf(user, item, persistentQuery);
  if (target.kind !== 'page') return <span>{item.subject}</span>;
  return (
    <Link to={target.to} onClick={(event) => !opensElsewhere(event) && dispatch(panelClosed())}>
      {item.subject}
    </Link>
  );
}

/** Of a record that still waits, such as another document of the candidate; the row's own actions are above. */
function OwnActions({ item, newest }: { readonly item: Notification; readonly newest: Notification }) {
  const record = awaitsAction(item) ? recordOf(item) : null;
  return record !== null && record.id !== recordOf(newest)?.id && <RowActions {...record} />;
}
