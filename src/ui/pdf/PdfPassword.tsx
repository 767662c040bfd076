import { useState } from 'react';
import { Button } from '../Button';
import { TextField } from '../TextField';

interface PdfPasswordProps {
  /** Whether it takes the focus: if the document fills its window, and after a wrong password. */
  readonly atOnce: boolean;
  readonly onPassword: (password: string) => void;
}

/** Asks for the password of a protected document. */
export function PdfPassword({ atOnce, onPassword }: PdfPasswordProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className="ui form pdf-password"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') onPassword(typed);
      }}
    >
      <TextField
        id="pdf-password"
        name="pdf-password"
        label="Password of the document"
        type="password"
        autoComplete="off"
        value={typed}
        error={null}
        autoFocus={atOnce}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary">
        Open
      </Button>
    </form>
  );
}
