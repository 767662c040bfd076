import { useRef, type DragEvent, type ReactNode } from 'react';
import { Button } from './Button';

interface FileButtonProps {
  /** Of the button. */
  readonly id?: string;
  /** The name of the field behind the button. */
  readonly label: string;
  /** As the `accept` of a file field. */
  readonly accept: string;
  readonly disabled?: boolean;
  readonly 'aria-describedby'?: string | undefined;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
}

/** A button that asks for a file. The same file can be chosen again. */
export function FileButton({ id, label, accept, disabled = false, onChoose, children, ...described }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        {...described}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Button {...described} id={id} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

/** Text can be dropped on the fields. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** For an element that files can be dropped on; the first one counts. */
export const onFileDrop = (onChoose: (file: File) => void) => ({
  onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) onChoose(file);
  },
});
