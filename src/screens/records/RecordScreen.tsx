import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { FOLLOWED_RECORDS } from '../../../contract/notifications/channels.endpoints';
import { isActionKind } from '../../../contract/records/action';
import { selectReviewThis } from '../../../sagas/features/lists/reviewLink.selectors';
import { selectActionableRecord } from '../../../sagas/features/recordActions/recordActions.selectors';
import { recordReloadRequested } from '../../../sagas/features/records/records.slice';
import { selectBreadcrumb } from '../../../sagas/navigation/menus/menus.selectors';
import { selectMayAct, selectRecordView, type RecordView } from '../../../sagas/features/records/records.selectors';
import { selectWindow } from '../../../sagas/base/window';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Link } from '../../ui/Link';
import { LinkTabs } from '../../ui/LinkTabs';
import { Message } from '../../ui/Message';
import { PageNote } from '../../ui/PageNote';
import { CellValue } from '../../ui/table/CellValue';
import '../../ui/theme/record.css';
import '../../ui/theme/sideways.css';
import { ListScreen } from '../lists/ListScreen';
import { loadable } from '../../ui/loadable';
import { FollowButton } from '../follows/FollowButton';
import { RecordActions } from '../recordActions/RecordActions';
import { factColumns, Facts } from './Facts';
import { RecordDocument } from './RecordDocument';
import { RecordTable } from './RecordTable';
import { Timeline } from './Timeline';

const ThreadView = loadable(
  async () => (await import(/* webpackChunkName: "chat" */ '../chat/ThreadView')).ThreadView,
  <></>,
);

/** The page of any record: its most important facts, and its tabs. The address names the record. */
export function RecordScreen() {
  const view = useAppSelector(selectRecordView);
  const dispatch = useDispatch();
  if (view === null) return null;
  const reload = () => dispatch(recordReloadRequested());
  if (view.phase === 'missing') return <MissingRecord view={view} />;
  if (view.phase === 'failed') {
    return (
      <PageNote
        mark="alert"
        title={`The ${view.noun.toLowerCase()} could not be loaded`}
        actions={
          <Button variant="primary" onClick={reload}>
            Retry
          </Button>
        }
      >
        <p role="alert">{view.error}</p>
      </PageNote>
    );
  }
  return (
    <section className="record-page" aria-label={view.title} aria-busy={view.phase === 'loading'}>
      <RecordHead view={view} />
      {view.error !== null && (
        <Message tone="negative">
          {view.error} <LinkButton onClick={reload}>Retry</LinkButton>
        </Message>
      )}
      <LinkTabs name={`Tabs of ${view.title}`} tabs={view.tabs} />
      <RecordPart view={view} />
    </section>
  );
}

/** Shown for a missing record, with a link to its list. */
function MissingRecord({ view }: { readonly view: RecordView }) {
  const list = useAppSelector(selectBreadcrumb)
    .filter(({ to }) => to !== null)
    .at(-1);
  const noun = view.noun.toLowerCase();
  return (
    <PageNote
      mark="search"
      title={`No such ${noun}`}
      actions={list && <Link to={list.to ?? '/'}>Go to {list.label}</Link>}
    >
      <p>
        There is no {noun} at this address that you may see. Look for it in its list, or ask the person who sent you the
        link.
      </p>
    </PageNote>
  );
}

function RecordHead({ view: { kind, id, phase, title, about, status, facts } }: { readonly view: RecordView }) {
  const ids = useMemo(() => [id], [id]);
  const followed = useMemo(() => ({ subject: `${kind}:${id}` }), [kind, id]);
  const review = useAppSelector(selectReviewThis);
  const isNarrow = useAppSelector(selectWindow).breakpoint === 'mobile';
  const mayAct = useAppSelector((state) => selectMayAct(state, id));
  const waits = useAppSelector((state) => selectActionableRecord(state, id)?.state['status']) === 'PENDING_REVIEW';
  const follow = (FOLLOWED_RECORDS as readonly string[]).includes(kind) && (
    <FollowButton of={followed} name={title} form={isNarrow ? 'icon' : 'whole'} />
  );
  return (
    <header className="record-head">
      <div className="record-title-line">
        <div className="record-title">
          <h1 tabIndex={-1}>{title}</h1>
          {status !== null && <CellValue cell={{ ...status, href: null }} />}
          {about.length > 0 && <p className="quiet">{about.join(' · ')}</p>}
        </div>
        {isNarrow && follow}
      </div>
      <div className="record-tools">
        {isActionKind(kind) && (
          <div className={isNarrow ? 'record-action-bar sideways' : 'record-action-bar'}>
            <RecordActions kind={kind} ids={ids} mayAct={mayAct} />
            {review !== null && waits && <Link to={review}>Open in document review</Link>}
          </div>
        )}
        {!isNarrow && follow}
      </div>
      {phase === 'loading' ? <FactsSkeleton /> : <Facts facts={facts} className="record-facts" />}
    </header>
  );
}

const USUAL_FACTS = 8;

/** As tall as the facts of most records. */
function FactsSkeleton() {
  return (
    <div className="record-facts" style={factColumns(USUAL_FACTS)} aria-hidden="true">
      {Array.from({ length: USUAL_FACTS }, (_, index) => (
        <div key={index}>
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
        </div>
      ))}
    </div>
  );
}

/** The content of the tab. */
function RecordPart({ view }: { readonly view: RecordView }) {
  const { tab } = view.tab;
  switch (tab.show) {
    case 'facts':
      return (
        <div className="record-groups">
          {view.groups.map(({ title, facts }) => (
            <section key={title} className="record-group" aria-label={title}>
              <h2>{title}</h2>
              <Facts facts={facts} className="record-details" />
            </section>
          ))}
        </div>
      );
    case 'list':
      return <ListScreen nested />;
    case 'table':
      return <RecordTable />;
    case 'timeline':
      return <Timeline />;
    case 'pdf':
      return <RecordDocument view={view} />;
    case 'chat':
      return <ThreadView />;
  }
}
