import { useDispatch } from 'react-redux';
import { NO_DOCUMENT } from '../../../../contract/notifications';
import type { ComposeStart, ComposeValues } from '../../../../sagas/broadcastAdmin/compose.types';
import { previewOf } from '../../../../sagas/broadcastAdmin/index';
import { chosenDocumentSaved } from '../../../../sagas/broadcastAdmin/upload.intents';
import { selectUpload } from '../../../../sagas/broadcastAdmin/upload.selectors';
import { useOpenFile } from '../../../app/openFile';
import { useAppSelector } from '../../../app/state';
import { LinkButton } from '../../../ui/Button';
import { PdfViewer } from '../../../ui/pdf';
import { BroadcastNotice } from '../../queues/BroadcastNotice';

interface BroadcastPreviewProps {
  readonly values: ComposeValues;
  readonly start: ComposeStart;
  readonly onClose: () => void;
}

/** The very dialog that its readers will get. Accepting it here closes it, and tells nobody. */
export function BroadcastPreview({ values, start, onClose }: BroadcastPreviewProps) {
  const openFile = useOpenFile();
  const upload = useAppSelector(selectUpload);
  const dispatch = useDispatch();
  const save = () => dispatch(chosenDocumentSaved());
  const data = upload?.isPdf ? openFile(upload.file) : undefined;
  const broadcast = previewOf(values, start, upload?.fileName ?? NO_DOCUMENT);
  return (
    <BroadcastNotice
      broadcast={broadcast}
      busy={false}
      failure={null}
      failureId={0}
      note="This is a preview. Nobody has been told."
      roomy={data !== undefined}
      document={
        upload !== null && (
          <>
            {data !== undefined && (
              <div className="queue-pdf">
                <PdfViewer key={upload.file} data={data} onDownload={save} />
              </div>
            )}
            <p className="queue-document">
              <LinkButton onClick={save}>Download {upload.fileName}</LinkButton>
            </p>
          </>
        )
      }
      onAccept={onClose}
      onEscape={onClose}
    />
  );
}
