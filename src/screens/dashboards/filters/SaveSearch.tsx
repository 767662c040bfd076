import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { SOMETHING_VISIBLE } from '../../../../contract/base/values';
import { SEARCH_NAME_MAX_LENGTH } from '../../../../contract/dashboards/filter';
import type { FilterForm } from '../../../../sagas/features/dashboards/filters/filterForm';
import { selectFilterOptions, selectFilters } from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { searchSaveRequested, type SavedSearch } from '../../../../sagas/features/dashboards/filters/filters.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { useUnsavedInput } from '../../../hooks/useUnsavedInput';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Message } from '../../../ui/Message';
import { TextField } from '../../../ui/TextField';

/** As on the server: a name needs visible characters. */
const NAME = new RegExp(SOMETHING_VISIBLE, 'u');

/** The filters of a new search, or a search that is to be renamed. */
type SaveSearchProps = { readonly onClose: () => void } & (
  { readonly form: FilterForm; readonly search: null } | { readonly form: null; readonly search: SavedSearch }
);

/** The dialog that names a search. It stays open until the server has saved it. */
export function SaveSearch({ form, search, onClose }: SaveSearchProps) {
  const dispatch = useDispatch();
  const { saving, saveFailure, saves } = useAppSelector(selectFilters);
  const canPublish = (useAppSelector(selectFilterOptions)?.canPublish ?? false) || search?.public === true;
  // What another tab saves meanwhile is no change of this dialog's.
  const [opened] = useState(search ?? { searchName: '', public: false, default: false });
  const [name, setName] = useState(opened.searchName);
  const [isPublic, setPublic] = useState(opened.public);
  const [isDefault, setDefault] = useState(opened.default);
  useUnsavedInput(name, isPublic, isDefault);
  const before = useRef(saves);
  useEffect(() => {
    if (saves !== before.current) onClose();
  }, [saves, onClose]);
  const isValid = NAME.test(name) && name.length <= SEARCH_NAME_MAX_LENGTH;
  const save = (apply: boolean) => {
    if (!isValid) return;
    const searchName = name.trim();
    if (search === null) {
      dispatch(searchSaveRequested({ id: null, searchName, public: isPublic, default: isDefault, form, apply }));
      return;
    }
    const change = {
      ...(searchName !== opened.searchName && { searchName }),
      ...(isPublic !== opened.public && { public: isPublic }),
      ...(isDefault !== opened.default && { default: isDefault }),
    };
    dispatch(searchSaveRequested({ id: search.id, ...change }));
  };
  return (
    <Dialog title={search === null ? 'Save search' : 'Saved search'} onClose={onClose}>
      <div
        role="form"
        aria-label="Save search"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
          // The dialog is inside the filter form, which must not submit.
          event.preventDefault();
          save(form !== null);
        }}
      >
        {saveFailure !== null && <Message tone="negative">{saveFailure}</Message>}
        <TextField
          id="search-name"
          name="searchName"
          label="Search name"
          value={name}
          maxLength={SEARCH_NAME_MAX_LENGTH}
          required
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
        <label className="check-choice">
          <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
          <span>Default: applied when I open this dashboard</span>
        </label>
        <label className="check-choice">
          <input
            type="checkbox"
            checked={isPublic}
            disabled={!canPublish}
            onChange={(event) => setPublic(event.target.checked)}
          />
          <span>
            Public: everyone in my organization sees it
            {!canPublish && <small>You do not have permission to make searches public.</small>}
          </span>
        </label>
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          {form !== null && (
            <Button disabled={!isValid} busy={saving} onClick={() => save(false)}>
              Save
            </Button>
          )}
          <Button variant="primary" disabled={!isValid} busy={saving} onClick={() => save(form !== null)}>
            {form === null ? 'Save' : 'Save & Apply'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
