import { useDispatch } from 'react-redux';
import { selectDocumentView, type DocumentView as View } from '../../../sagas/features/documents/documents.selectors';
import {
  documentClosed,
  documentPageOpened,
  documentRetried,
  documentDownloadPressed,
} from '../../../sagas/features/documents/documents.slice';
import { useOpenFile } from '../../hooks/files';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { PdfViewer, usePdfReady } from '../../ui/pdf';
import '../../ui/theme/pdf.css';

/** The document in each form of the viewer: loading, shown, or why it failed. */
export function DocumentView({ form, file, problem, canRetry, needsSignIn }: View) {
  const dispatch = useDispatch();
  const data = useOpenFile()(file ?? NO_FILE);
  usePdfReady();
  if (problem !== null) {
    return (
      <div className="pdf-failed">
        <Message tone="negative">{problem}</Message>
        {canRetry && (
          <Button variant="primary" onClick={() => dispatch(documentRetried())}>
            Retry
          </Button>
        )}
        {needsSignIn && <a href="/signin">Sign in</a>}
      </div>
    );
  }
  if (file === null || data === undefined) return <Loader>Fetching the document</Loader>;
  return (
    <PdfViewer
      key={file}
      data={data}
      onDownload={() => dispatch(documentDownloadPressed())}
      inPage={form === 'inline'}
    />
  );
}

const NO_FILE = '' as NonNullable<View['file']>;

/** The viewer as a dialog. Renders nothing while no document is open. */
export function DocumentDialog() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectDocumentView);
  if (view === null || view.form !== 'dialog') return null;
  const { address, title } = view;
  return (
    <Dialog title={title} size="large" onClose={() => dispatch(documentClosed())}>
      <div className="document-view">
        <div className="document-head">
          {address && <LinkButton onClick={() => dispatch(documentPageOpened(address))}>Open as a page</LinkButton>}
          <Button autoFocus onClick={() => dispatch(documentClosed())}>
            Close
          </Button>
        </div>
        <DocumentView {...view} />
      </div>
    </Dialog>
  );
}

/** The viewer as a page. */
export function ViewPdfScreen() {
  const view = useAppSelector(selectDocumentView);
  if (view === null || view.form !== 'page') return <Loader>Fetching the document</Loader>;
  return (
    <section className="document-page">
      <h1>{view.title}</h1>
      <DocumentView {...view} />
    </section>
  );
}
