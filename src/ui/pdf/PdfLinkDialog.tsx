import { Button } from '../Button';
import { Dialog } from '../Dialog';

/** Asks before following a link of a document, and shows its address, which the document's author chose. */
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
