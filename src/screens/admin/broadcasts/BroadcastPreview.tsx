import { useDispatch } from 'react-redux';
import { NO_DOCUMENT } from '../../../../contract/notifications/categories';
import {
  previewOf,
  type LoadedBroadcastForm,
  type ComposeValues,
} from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { selectUpload } from '../../../../sagas/features/admin/broadcasts/compose.selectors';
import { chosenDocumentDownloadPressed } from '../../../../sagas/features/admin/broadcasts/upload.slice';
import { useOpenFile } from '../../../hooks/files';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { PdfViewer } from '../../../ui/pdf';
import { BroadcastNotice } from '../../mustAccept/BroadcastNotice';

interface BroadcastPreviewProps {
  readonly values: ComposeValues;
  readonly loaded: LoadedBroadcastForm;
  readonly onClose: () => void;
}

/** The dialog as its recipients will see it. Accepting it here only closes it. */
export function BroadcastPreview({ values, loaded, onClose }: BroadcastPreviewProps) {
  const openFile = useOpenFile();
  const upload = useAppSelector(selectUpload);
  const dispatch = useDispatch();
  const save = () => dispatch(chosenDocumentDownloadPressed());
  const data = upload?.isPdf ? openFile(upload.file) : undefined;
  const broadcast = previewOf(values, loaded, upload?.fileName ?? NO_DOCUMENT);
  return (
    <BroadcastNotice
      broadcast={broadcast}
      busy={false}
      failure={null}
      failureId={0}
      note="This is a preview. No one was notified."
      isLarge={data !== undefined}
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
