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
export function RecordPaper({ view }: { readonly view: RecordView }) {
  const paper = useAppSelector(selectDocumentView);
  if (view.phase === 'loading') return <Loader>Fetching the document</Loader>;
  if (!view.hasPaper) {
    return (
      <p className="record-empty quiet">
        Nothing has been uploaded yet. The supplier uploads the document; it appears here then.
      </p>
    );
  }
  if (paper === null || paper.form !== 'inline') return <Loader>Fetching the document</Loader>;
  return (
    <div className="record-paper document-view">
      <DocumentView {...paper} />
    </div>
  );
}
