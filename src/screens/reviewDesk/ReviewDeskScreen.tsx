import { useEffect, useMemo, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { selectReviewDesk, type ReviewDeskView } from '../../../sagas/features/reviewDesk/reviewDesk.selectors';
import {
  reviewActionPressed,
  reviewFileDownloadPressed,
  reviewFileRequested,
  reviewNextPressed,
  reviewSkippedPressed,
  reviewPreviousPressed,
  reviewReloadPressed,
  reviewUndoPressed,
} from '../../../sagas/features/reviewDesk/reviewDesk.slice';
import { useOpenFile } from '../../hooks/files';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Link } from '../../ui/Link';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { PdfViewer, usePdfReady } from '../../ui/pdf';
import { CellValue } from '../../ui/table/CellValue';
import '../../ui/theme/pdf.css';
import '../../ui/theme/reviewDesk.css';
import { isFocusLost } from '../../ui/returnedFocus';
import { useKeys } from '../../ui/useKeys';
import { RecordActions } from '../recordActions/RecordActions';
import { Facts } from '../records/Facts';

/** Reviews pending documents one by one: the file beside its facts, with keys for the actions. */
export function ReviewDeskScreen() {
  const view = useAppSelector(selectReviewDesk);
  const dispatch = useDispatch();
  useKeys({
    a: () => dispatch(reviewActionPressed({ action: 'approve' })),
    x: () => dispatch(reviewActionPressed({ action: 'reject' })),
    n: () => dispatch(reviewNextPressed()),
    p: () => dispatch(reviewPreviousPressed()),
    u: () => dispatch(reviewUndoPressed()),
  });
  if (view === null) return <Loader>Loading documents to review</Loader>;
  return (
    <section className="review-desk" aria-label="Document Review">
      <DeskHead view={view} />
      {view.announcement !== null && <Message tone="info">{view.announcement}</Message>}
      <DeskBody view={view} />
    </section>
  );
}

function DeskHead({ view: { document, progress, mayAct } }: { readonly view: ReviewDeskView }) {
  const dispatch = useDispatch();
  return (
    <div className="review-head">
      <h1 tabIndex={-1}>Document Review</h1>
      <p className="review-place" role="status">
        {document === null ? '' : `Document ${document.place}`}
      </p>
      {mayAct && (
        <p className="quiet">
          {progress.approved} approved, {progress.rejected} declined
        </p>
      )}
      <div className="review-steps">
        {/* Disabled at the first document, it would lose the focus. */}
        <Button
          disabled={document === null}
          aria-disabled={document?.isFirst}
          onClick={() => document?.isFirst === false && dispatch(reviewPreviousPressed())}
        >
          Previous
        </Button>
        <Button disabled={document === null} onClick={() => dispatch(reviewNextPressed())}>
          Next
        </Button>
      </div>
      {/* Above the file: toasts stand at the foot of the page. */}
      <p className="review-keys quiet">
        Keys: {mayAct && 'A approves · X declines, Ctrl Enter sends the reason · U undoes · '}N goes to the next · P to
        the previous
      </p>
    </div>
  );
}

function DeskBody({ view }: { readonly view: ReviewDeskView }) {
  const dispatch = useDispatch();
  const { phase, document, error } = view;
  if (document !== null) return <DeskDocument document={document} />;
  if (phase === 'failed') {
    return (
      <Message tone="negative">
        {error} <LinkButton onClick={() => dispatch(reviewReloadPressed())}>Retry</LinkButton>
      </Message>
    );
  }
  return phase === 'over' ? <DeskOver view={view} /> : <Loader>Loading documents to review</Loader>;
}

/** The end of the queue. */
function DeskOver({ view: { progress, skipped, mayAct } }: { readonly view: ReviewDeskView }) {
  const dispatch = useDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Next is disabled from here on; what the user does beside the desk, such as typing a message, keeps the focus.
    const desk = heading.current?.closest('section');
    if (isFocusLost() || desk?.contains(document.activeElement)) heading.current?.focus();
  }, []);
  const { approved, rejected, total, complete } = progress;
  return (
    <div className="review-over">
      <h2 ref={heading} tabIndex={-1}>
        {total === 0 ? 'No documents are waiting for review' : 'That was the last document'}
      </h2>
      {mayAct && approved + rejected > 0 && (
        <p>
          You approved {approved} and declined {rejected}.
        </p>
      )}
      {skipped === 1 && <p>You skipped 1 document. It is still waiting.</p>}
      {skipped > 1 && <p>You skipped {skipped} documents. They are still waiting.</p>}
      {!complete && <p>More documents are waiting than were loaded. Check for more.</p>}
      <div className="review-steps">
        {skipped > 0 && (
          <Button variant="primary" onClick={() => dispatch(reviewSkippedPressed())}>
            Go to the first skipped document
          </Button>
        )}
        <Button variant={skipped > 0 ? 'plain' : 'primary'} onClick={() => dispatch(reviewReloadPressed())}>
          Check for more
        </Button>
      </div>
    </div>
  );
}

interface DeskDocumentProps {
  readonly document: NonNullable<ReviewDeskView['document']>;
}

function DeskDocument({ document: shown }: DeskDocumentProps) {
  const { id, title, status, facts, page, mayDecide, isHeld } = shown;
  const ids = useMemo(() => [id], [id]);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with the document that it decided, or while a newer version is fetched.
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus({ preventScroll: true });
  }, [id, mayDecide]);
  return (
    <div className="review-document" aria-busy={facts.length === 0 && shown.problem === null}>
      <div className="review-facts">
        <div className="record-title">
          <h2 ref={heading} tabIndex={-1}>
            {title ?? 'Document'}
          </h2>
          {status !== null && <CellValue cell={{ ...status, href: null }} />}
        </div>
        {/* Held down on a button, Enter would decide documents that nobody has seen. */}
        <div className="review-actions" onKeyDown={(event) => event.repeat && event.preventDefault()}>
          {mayDecide && <RecordActions kind="document" ids={ids} mayAct={!isHeld} />}
        </div>
        <Facts facts={facts} className="record-details" />
        {page !== null && (
          <p>
            <Link to={page}>History</Link>
          </p>
        )}
      </div>
      <DeskFile key={id} document={shown} />
    </div>
  );
}

const NO_FILE = '' as NonNullable<DeskDocumentProps['document']['file']>;

function DeskFile({ document: { file, problem, canRetry } }: Pick<DeskDocumentProps, 'document'>) {
  const dispatch = useDispatch();
  const data = useOpenFile()(file ?? NO_FILE);
  usePdfReady();
  return (
    <div className="review-file document-view">
      {problem !== null ? (
        <div className="pdf-failed">
          <Message tone="negative">{problem}</Message>
          {canRetry && (
            <Button variant="primary" onClick={() => dispatch(reviewFileRequested())}>
              Retry
            </Button>
          )}
        </div>
      ) : file === null || data === undefined ? (
        <Loader>Fetching the document</Loader>
      ) : (
        <PdfViewer key={file} data={data} onDownload={() => dispatch(reviewFileDownloadPressed())} inPage />
      )}
    </div>
  );
}
