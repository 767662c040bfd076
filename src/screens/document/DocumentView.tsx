import { useDispatch } from 'react-redux';
import { documentRetried, documentSaved } from '../../../sagas/documents/documents.intents';
import type { DocumentView as View } from '../../../sagas/documents/documents.selectors';
import { useOpenFile } from '../../app/openFile';
import { Button } from '../../ui/Button';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { PdfViewer, usePdfReady } from '../../ui/pdf';
import '../../ui/theme/pdf.css';

/** What the two forms of the viewer have in common: the document on its way, there, or why it is not. */
export function DocumentView({ file, problem, canRetry, needsSignIn }: View) {
  const dispatch = useDispatch();
  const data = useOpenFile()(file ?? NO_FILE);
  usePdfReady();
  if (problem !== null) {
    return (
      <div className="pdf-failed">
        <Message tone="negative">{problem}</Message>
        {canRetry && (
          <Button look="primary" onClick={() => dispatch(documentRetried())}>
            Retry
          </Button>
        )}
        {needsSignIn && <a href="/signin">Sign in</a>}
      </div>
    );
  }
  if (file === null || data === undefined) return <Loader>Fetching the document</Loader>;
  return <PdfViewer key={file} data={data} onDownload={() => dispatch(documentSaved())} />;
}

const NO_FILE = '' as NonNullable<View['file']>;
