import { selectDocumentView } from '../../../sagas/documents/documents.selectors';
import { useAppSelector } from '../../app/state';
import { Loader } from '../../ui/Loader';
import '../../ui/theme/pdf.css';
import { DocumentView } from '../document/DocumentView';

/** The viewer with a page to itself. */
export function ViewPdfScreen() {
  const view = useAppSelector(selectDocumentView);
  if (view === null || view.form !== 'page') return <Loader>Fetching the document</Loader>;
  return (
    <section className="document-page">
      <h1>{view.title}</h1>
      <DocumentView {...view} />
    </section>
  );
}
