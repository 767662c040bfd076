import { useState } from 'react';
import { Button } from '../Button';
import { TextField } from '../TextField';

/** Asks for the password of a protected document. */
export function PdfPassword({ onPassword }: { readonly onPassword: (password: string) => void }) {
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
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="primary">
        Open
      </Button>
    </form>
  );
}
