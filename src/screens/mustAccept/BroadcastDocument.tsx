import { useDispatch } from 'react-redux';
import {
  broadcastDocumentRequested,
  broadcastPreviewRetried,
} from '../../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import type { BroadcastView } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { selectBroadcastPreview } from '../../../sagas/features/mustAccept/broadcasts/preview.selectors';
import { useOpenFile } from '../../hooks/files';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { PdfViewer, usePdfReady } from '../../ui/pdf';

/** A broadcast's document, shown if it is a PDF and always offered as a download. Accepting never waits for it. */
export function BroadcastDocument({ broadcast }: Pick<BroadcastView, 'broadcast'>) {
  const dispatch = useDispatch();
  const { entityId, tenantId, documentName } = broadcast;
  const { isPdf, file, error } = useAppSelector(selectBroadcastPreview);
  const download = () => dispatch(broadcastDocumentRequested({ entityId, tenantId }));
  return (
    <>
      {isPdf && error === null && <Shown file={file} onDownload={download} />}
      {error !== null && (
        <Message tone="warning">
          {error} <LinkButton onClick={() => dispatch(broadcastPreviewRetried())}>Show it again</LinkButton>
        </Message>
      )}
      <p className="queue-document">
        <LinkButton onClick={download}>Download {documentName}</LinkButton>
      </p>
    </>
  );
}

interface ShownProps {
  readonly file: ReturnType<typeof selectBroadcastPreview>['file'];
  readonly onDownload: () => void;
}

function Shown({ file, onDownload }: ShownProps) {
  usePdfReady();
  const openFile = useOpenFile();
  const data = file === null ? undefined : openFile(file);
  return (
    <div className="queue-pdf">
      {file === null || data === undefined ? (
        <Loader>Fetching the document</Loader>
      ) : (
        <PdfViewer key={file} data={data} onDownload={onDownload} />
      )}
    </div>
  );
}
