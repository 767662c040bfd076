import { Button } from '../Button';
import { Dialog } from '../Dialog';

/** A link of a document was pressed: whoever wrote it decides where it leads, so the reader sees the address first. */
export function PdfLinkDialog({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  return (
    <Dialog title="Open this link?" onClose={onClose}>
      <p>The document links to this address. Open it only if you know it:</p>
      <p className="pdf-address">{url}</p>
      <div className="dialog-actions">
        <Button autoFocus onClick={onClose}>
          Back
        </Button>
        <a className="ui primary button" href={url} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          Open in a new tab
        </a>
      </div>
    </Dialog>
  );
}
