import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import {
  documentChosen,
  documentRemoved,
  documentUploadRetried,
} from '../../../../sagas/features/admin/broadcasts/upload.slice';
import { selectUpload } from '../../../../sagas/features/admin/broadcasts/compose.selectors';
import { useKeepFile } from '../../../hooks/files';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button, LinkButton } from '../../../ui/Button';
import { Message } from '../../../ui/Message';
import { Progress } from '../../../ui/Progress';

const TYPES = '.pdf,.docx,.xlsx,.pptx,.png,.jpg,.jpeg,.txt,.csv,.md';

/** The attached document. It is uploaded as soon as it is chosen. */
export function DocumentField() {
  const dispatch = useDispatch();
  const keepFile = useKeepFile();
  const input = useRef<HTMLInputElement>(null);
  const upload = useAppSelector(selectUpload);
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file) dispatch(documentChosen({ file: keepFile(file), fileName: file.name, size: file.size }));
    // Allows choosing the same file again.
    if (input.current) input.current.value = '';
  };
  return (
    <fieldset
      className="form-card"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <legend>Document</legend>
      <input
        ref={input}
        id="broadcast-document"
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label="Document"
        accept={TYPES}
        onChange={(event) => choose(event.target.files)}
      />
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
              {upload.isKept ? 'It is on the server.' : `Uploading, ${upload.percent} %`}
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
        <Button onClick={() => input.current?.click()}>
          {upload === null ? 'Choose a document' : 'Choose another'}
        </Button>
        {upload !== null && <Button onClick={() => dispatch(documentRemoved())}>Remove</Button>}
      </div>
    </fieldset>
  );
}
