import { useId, useRef } from 'react';
import { useDispatch } from 'react-redux';
import {
  TIMESHEET_FILE_MAX_BYTES,
  TIMESHEET_FILE_MAX_LINES,
} from '../../../contract/records/timesheetImport.endpoints';
import { selectTimesheetImport } from '../../../sagas/features/timesheetImport/timesheetImport.selectors';
import {
  fileCheckRequested,
  fileChosen,
  fileRemoved,
  fileUnreadable,
  importPressed,
  templateRequested,
} from '../../../sagas/features/timesheetImport/timesheetImport.slice';
import { useKeepFile } from '../../hooks/files';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { FileButton, onFileDrop } from '../../ui/FileButton';
import { Message } from '../../ui/Message';
import { useFocusWhenRemoved } from '../../ui/focus';
import '../../ui/theme/timesheetImport.css';
import { CheckedLines } from './CheckedLines';
import { countText } from '../../../sagas/base/numbers';

/** Imports timesheets from a CSV file: fill in the template, choose it, check the preview, import it. */
export function TimesheetImportScreen() {
  const view = useAppSelector(selectTimesheetImport);
  const dispatch = useDispatch();
  const keepFile = useKeepFile();
  const newest = useRef<File | null>(null);
  const chooseId = useId();
  const stateId = useId();
  const refocus = useFocusWhenRemoved();
  if (view === null) return null;
  if (!view.mayImport) return <NotAllowed />;
  const isSending = view.work === 'importing';
  const choose = async (file: File) => {
    if (isSending) return;
    newest.current = file;
    // The previous file must not be imported while this one is being read.
    dispatch(fileRemoved());
    const bytes = await bytesOf(file).catch(() => null);
    // Another one was chosen, or it was removed, while this one was being read.
    if (newest.current !== file) return;
    dispatch(
      bytes === null ? fileUnreadable() : fileChosen({ file: keepFile(bytes), fileName: file.name, size: bytes.size }),
    );
  };
  const remove = () => {
    refocus(chooseId);
    newest.current = null;
    dispatch(fileRemoved());
  };
  const { fileName, work, fileProblem, lines, wrong, canImport, error, canRetry, imported } = view;
  const many = (count: number) => (count === 1 ? '1 timesheet' : `${countText(count)} timesheets`);
  return (
    <section className="timesheet-import" aria-label="Timesheet Import">
      <h1 tabIndex={-1}>Timesheet Import</h1>
      <ol className="import-steps">
        <li>
          <h2>Fill in the template</h2>
          <p>
            It has a line for each timesheet that has not been submitted, at most the newest {TIMESHEET_FILE_MAX_LINES}.
            Enter hours as 36, 36.5 or 36:30, and delete the lines that you do not need. Where On Call, Miles or
            Expenses is empty, what was saved stays; 0 clears it.
          </p>
          <Button onClick={() => dispatch(templateRequested())}>Download the template</Button>
        </li>
        <li {...onFileDrop((file) => void choose(file))}>
          <h2>Choose the file</h2>
          <p>
            A CSV file of at most {TIMESHEET_FILE_MAX_LINES} lines and {TIMESHEET_FILE_MAX_BYTES / 1_000} KB. Nothing is
            imported yet.
          </p>
          <div className="import-actions">
            <FileButton
              id={chooseId}
              label="CSV file"
              accept=".csv,text/csv"
              disabled={isSending}
              onChoose={(file) => void choose(file)}
            >
              {fileName === null ? 'Choose a file' : 'Choose another'}
            </FileButton>
            {fileName !== null && (
              <Button disabled={isSending} onClick={remove}>
                Remove
              </Button>
            )}
            {fileName !== null && <span className="import-file">{fileName}</span>}
          </div>
        </li>
        <li>
          <h2>Check and import</h2>
          {error !== null && (
            <Message tone="negative">
              {error} {canRetry && <LinkButton onClick={() => dispatch(fileCheckRequested())}>Retry</LinkButton>}
            </Message>
          )}
          {fileProblem !== null && <Message tone="negative">{fileProblem}</Message>}
          {/* Always there, so that it is announced. It takes the focus of the button, which the import removes. */}
          <div id={stateId} className="import-state" role="status" tabIndex={-1}>
            {imported !== null && (
              <Message tone="positive" quiet>
                {imported}
              </Message>
            )}
            {work === 'checking' && <p className="quiet">Checking…</p>}
            {wrong.length > 0 && (
              <Message tone="warning" quiet>
                {wrong.length === 1 ? '1 line has a problem' : `${wrong.length} lines have problems`}, so nothing will
                be imported. Please correct the file and choose it again.
              </Message>
            )}
            {lines.length > 0 && wrong.length === 0 && (
              <p>{many(lines.length)} will be imported and submitted for approval.</p>
            )}
            {lines.length === 0 && imported === null && error === null && fileProblem === null && work === 'none' && (
              <p className="quiet">Choose a file first.</p>
            )}
          </div>
          {lines.length > 0 && (
            <Button
              variant="primary"
              disabled={!canImport && !isSending}
              busy={isSending}
              onClick={() => {
                if (!canImport) return;
                refocus(stateId);
                dispatch(importPressed());
              }}
            >
              Import {many(lines.length)}
            </Button>
          )}
          {lines.length > 0 && <CheckedLines lines={lines} wrong={wrong} />}
        </li>
      </ol>
    </section>
  );
}

/** A copy of the file: browsers refuse to read it once it has been saved again. One that is too large is not read. */
async function bytesOf(file: File): Promise<Blob> {
  return file.size > TIMESHEET_FILE_MAX_BYTES ? file : new Blob([await file.arrayBuffer()], { type: file.type });
}

/** The page opens with a permission of its own; importing needs that of submitting as well. */
function NotAllowed() {
  return (
    <section className="timesheet-import" aria-label="Timesheet Import">
      <h1 tabIndex={-1}>Timesheet Import</h1>
      <Message tone="warning">
        An import submits timesheets, which your roles do not allow. Please ask an administrator for the permission
        “Submit timesheets and answer disputes”.
      </Message>
    </section>
  );
}
