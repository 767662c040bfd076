import { selectDocumentView } from '../../../sagas/features/documents/documents.selectors';
import type { RecordView } from '../../../sagas/features/records/records.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Loader } from '../../ui/Loader';
import { loadable } from '../../ui/loadable';

const DocumentView = loadable(
  async () => (await import(/* webpackChunkName: "document" */ '../documents/DocumentViewer')).DocumentView,
  <Loader>Fetching the document</Loader>,
);

/** The PDF of the record, shown in the page. */
export function RecordDocument({ view }: { readonly view: RecordView }) {
  const document = useAppSelector(selectDocumentView);
  if (view.phase === 'loading') return <Loader>Fetching the document</Loader>;
  if (!view.hasDocument) {
    return (
      <p className="record-empty quiet">
        Nothing has been uploaded yet. The supplier uploads the document; it appears here then.
      </p>
    );
  }
  if (document === null || document.form !== 'inline') return <Loader>Fetching the document</Loader>;
  return (
    <div className="record-document document-view">
      <DocumentView {...document} />
    </div>
  );
}
