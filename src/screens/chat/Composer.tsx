import { useId, useRef, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { UPLOAD_TYPES } from '../../../contract/base/files';
import {
  chatDraftChanged,
  chatFileChosen,
  chatSendPressed,
  chatUploadRemoved,
} from '../../../sagas/features/chat/chat.slice';
import type { ThreadView } from '../../../sagas/features/chat/chat.selectors';
import { useKeepFile } from '../../hooks/files';
import { Button, LinkButton } from '../../ui/Button';
import { FileButton, onFileDrop } from '../../ui/FileButton';
import { Message } from '../../ui/Message';
import { useFocusNearby } from '../../ui/useFocusNearby';

interface ComposerProps {
  readonly view: ThreadView;
  /** Called before a message is sent. */
  readonly onSend: () => void;
}

/** Enter sends, Shift + Enter starts a new line. A draft stays until it is sent. */
export function Composer({ view, onSend }: ComposerProps) {
  const dispatch = useDispatch();
  const keepFile = useKeepFile();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // An upload that ends takes its Cancel button with it.
  const nearby = useFocusNearby();
  const { candidateId, mayAnswer, draft, file, upload, canSend, excess, title } = view;
  if (!mayAnswer) return <p className="quiet chat-empty">You can read this chat. To write, ask your administrator.</p>;
  // The pressed button is disabled or gone with its message or file; the next message can be typed.
  const toField = () => field.current?.focus();
  const send = () => {
    if (!canSend) return;
    toField();
    onSend();
    dispatch(chatSendPressed({ candidateId }));
  };
  const removeUpload = () => {
    toField();
    dispatch(chatUploadRemoved({ candidateId }));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const choose = (chosen: File) =>
    dispatch(chatFileChosen({ candidateId, file: keepFile(chosen), fileName: chosen.name, size: chosen.size }));
  return (
    <form
      {...nearby}
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...onFileDrop(choose)}
    >
      <textarea
        ref={field}
        className="text-area"
        aria-label={`Message to ${title}`}
        aria-describedby={`${id}-hint`}
        aria-invalid={excess > 0 || undefined}
        rows={2}
        dir="auto"
        placeholder="Write a message"
        value={draft}
        onChange={(event) => dispatch(chatDraftChanged({ candidateId, text: event.target.value }))}
        onKeyDown={onKey}
      />
      {upload !== null && upload.problem !== null && (
        <Message tone="negative">
          {upload.fileName}: {upload.problem} <LinkButton onClick={removeUpload}>Dismiss</LinkButton>
        </Message>
      )}
      {upload !== null && upload.problem === null && (
        <p role="status">
          Uploading {upload.fileName} <LinkButton onClick={removeUpload}>Cancel</LinkButton>
        </p>
      )}
      {file !== null && (
        <p className="chat-attached" role="status">
          {file.fileName} <span className="quiet">{file.size}</span>{' '}
          <LinkButton
            onClick={() => {
              toField();
              dispatch(chatDraftChanged({ candidateId, file: null }));
            }}
          >
            Remove
          </LinkButton>
        </p>
      )}
      <div className="chat-tools">
        <p id={`${id}-hint`} className="control-hint">
          {excess > 0
            ? `This is ${excess} characters too long. Please shorten it, or send it in parts.`
            : 'Press Enter to send, Shift + Enter for a new line.'}
        </p>
        <FileButton label="File" accept={UPLOAD_TYPES} onChoose={choose}>
          Attach a file
        </FileButton>
        <Button variant="primary" type="submit" disabled={!canSend}>
          Send
        </Button>
      </div>
    </form>
  );
}
