import { useState } from 'react';
import type { SecretRef } from '../../../sagas/base/ports/network';
import { useOpenSecret } from '../../hooks/secretFields';
import { copyText, download } from '../../ports/browser';
import { Button } from '../../ui/prerendered/Button';
import '../../ui/theme/factors.css';

const FILE_NAME = 'recovery-codes.txt';

/** The codes behind a reference, with Copy and Download; nothing once they are cleared. */
export function RecoveryCodes({ codes }: { readonly codes: SecretRef | null }) {
  const openSecret = useOpenSecret();
  const [note, setNote] = useState('');
  const shown = (codes === null ? undefined : openSecret(codes))?.split(' ') ?? [];
  const text = `${shown.join('\n')}\n`;

  async function copy() {
    setNote(
      (await copyText(text))
        ? 'Copied. Paste them where only you can read them.'
        : 'Your browser did not allow copying. Download the codes or write them down.',
    );
  }

  function save() {
    download(new Blob([text]), FILE_NAME);
    setNote(`Saved as ${FILE_NAME}. Move it to where only you can read it.`);
  }

  return (
    <>
      <ol className="recovery-codes" aria-label="Recovery codes">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="recovery-tools">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={save}>Download</Button>
        <p role="status">{note}</p>
      </div>
    </>
  );
}
