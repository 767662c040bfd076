import { useDispatch } from 'react-redux';
import { UPLOAD_TYPES } from '../../../../contract/base/files';
import {
  documentChosen,
  documentRemoved,
  documentUploadRetried,
} from '../../../../sagas/features/admin/broadcasts/upload.slice';
import { selectUpload } from '../../../../sagas/features/admin/broadcasts/compose.selectors';
import { useKeepFile } from '../../../hooks/files';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button, LinkButton } from '../../../ui/Button';
import { FileButton, onFileDrop } from '../../../ui/FileButton';
import { Message } from '../../../ui/Message';
import { Progress } from '../../../ui/Progress';

/** The attached document. It is uploaded as soon as it is chosen. */
export function DocumentField() {
  const dispatch = useDispatch();
  const keepFile = useKeepFile();
  const upload = useAppSelector(selectUpload);
  const choose = (file: File) =>
    dispatch(documentChosen({ file: keepFile(file), fileName: file.name, size: file.size }));
  return (
    <fieldset className="form-card" {...onFileDrop(choose)}>
      <legend>Document</legend>
      {upload === null && (
        <p className="quiet">
          A PDF is shown with the message; Word, Excel, PowerPoint, pictures and text can be downloaded. At most 10 MB.
        </p>
      )}
      {upload !== null && (
        <div className="upload">
          <p>
            <strong>{upload.fileName}</strong> <span className="quiet">{upload.size}</span>
          </p>
          {upload.error === null && !upload.isKept && (
            <Progress name={`Uploading ${upload.fileName}`} percent={upload.percent} />
          )}
          {upload.error === null && (
            <p className="quiet" role="status">
              {upload.isKept ? 'Uploaded.' : `Uploading, ${upload.percent}%`}
            </p>
          )}
          {upload.error !== null && (
            <Message tone="negative">
              {upload.error}{' '}
              {upload.canRetry && <LinkButton onClick={() => dispatch(documentUploadRetried())}>Retry</LinkButton>}
            </Message>
          )}
        </div>
      )}
      <div className="upload-actions">
        <FileButton label="Document" accept={UPLOAD_TYPES} onChoose={choose}>
          {upload === null ? 'Choose a document' : 'Choose another'}
        </FileButton>
        {upload !== null && <Button onClick={() => dispatch(documentRemoved())}>Remove</Button>}
      </div>
    </fieldset>
  );
}
