import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { SOMETHING_VISIBLE } from '../../../contract/base/values';
import { LIST_VIEW_NAME_MAX_LENGTH } from '../../../contract/lists/views.endpoints';
import { selectViews } from '../../../sagas/features/lists/views/views.selectors';
import { viewDeleted, viewSaveRequested, type SavedView } from '../../../sagas/features/lists/views/views.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useUnsavedInput } from '../../hooks/useUnsavedInput';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { TextField } from '../../ui/TextField';

/** As on the server: a name needs visible characters. */
const NAME = new RegExp(SOMETHING_VISIBLE, 'u');

interface ViewDialogProps {
  /** Null to save what is shown as a new one. */
  readonly view: SavedView | null;
  readonly onClose: () => void;
}

/** Names a view, shares it, makes it the default, or deletes it. It stays open until the server has done so. */
export function ViewDialog({ view, onClose }: ViewDialogProps) {
  const dispatch = useDispatch();
  const menu = useAppSelector(selectViews);
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [isDefault, setDefault] = useState(view?.default ?? false);
  const [isDeleting, setDeleting] = useState(false);
  useUnsavedInput(name, shared, isDefault);
  const saves = menu?.saves;
  const before = useRef(saves);
  useEffect(() => {
    if (saves !== before.current) onClose();
  }, [saves, onClose]);
  if (menu === null) return null;
  const { saving, saveFailure, mayShare } = menu;
  const isValid = NAME.test(name) && name.length <= LIST_VIEW_NAME_MAX_LENGTH;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    if (view === null) {
      dispatch(viewSaveRequested({ id: null, name, shared, default: isDefault, shown: true }));
      return;
    }
    const change = {
      ...(name.trim() !== view.name && { name }),
      ...(shared !== view.shared && { shared }),
      ...(isDefault !== view.default && { default: isDefault }),
    };
    dispatch(viewSaveRequested({ id: view.id, ...change }));
  };
  const failed = saveFailure !== null && <Message tone="negative">{saveFailure}</Message>;
  if (isDeleting && view !== null) {
    return (
      <Dialog title="Delete view" onClose={onClose}>
        {failed}
        <p>Are you sure you want to delete the view '{view.name}'?</p>
        {view.shared && <p>It is shared, so your colleagues will lose it, too.</p>}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" autoFocus busy={saving} onClick={() => dispatch(viewDeleted({ id: view.id }))}>
            Delete
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={view === null ? 'Save view' : 'Change view'} onClose={onClose}>
      <form className="ui form" onSubmit={save} aria-label="View">
        {failed}
        <TextField
          id="view-name"
          name="viewName"
          label="Name"
          value={name}
          maxLength={LIST_VIEW_NAME_MAX_LENGTH}
          required
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
        <CheckField
          id="view-default"
          name="viewDefault"
          label="Default"
          hint="Opens when I open this list from the menu, in place of my former default."
          checked={isDefault}
          onChange={setDefault}
        />
        <CheckField
          id="view-shared"
          name="viewShared"
          label="Shared"
          hint="Everyone in my organization finds it here. Data that they may not see stays hidden from them."
          locked={
            mayShare || shared
              ? null
              : 'You do not have permission to share views. An administrator can give you this permission.'
          }
          checked={shared}
          onChange={setShared}
        />
        <div className="dialog-actions">
          {view !== null && <Button onClick={() => setDeleting(true)}>Delete…</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!isValid} busy={saving}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
