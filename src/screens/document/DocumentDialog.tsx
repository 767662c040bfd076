import { useDispatch } from 'react-redux';
import { documentClosed, documentPageOpened } from '../../../sagas/documents/documents.intents';
import { selectDocumentView } from '../../../sagas/documents/documents.selectors';
import { useAppSelector } from '../../app/state';
import { Button, LinkButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { DocumentView } from './DocumentView';

/** The viewer over the page it was opened from. Shows nothing while no document is open. */
export function DocumentDialog() {
  const dispatch = useDispatch();
  const view = useAppSelector(selectDocumentView);
  if (view === null || view.form !== 'dialog') return null;
  const { address, title } = view;
  return (
    <Dialog title={title} size="large" onClose={() => dispatch(documentClosed())}>
      <div className="document-view">
        <div className="document-head">
          {address && <LinkButton onClick={() => dispatch(documentPageOpened(address))}>Open as a page</LinkButton>}
          <Button autoFocus onClick={() => dispatch(documentClosed())}>
            Close
          </Button>
        </div>
        <DocumentView {...view} />
      </div>
    </Dialog>
  );
}
