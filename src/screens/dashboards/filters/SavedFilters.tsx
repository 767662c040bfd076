import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import {
  searchChosen,
  searchDeleted,
  searchSaveRequested,
} from '../../../../sagas/features/dashboards/filters/filters.slice';
import {
  selectCurrentSearch,
  selectFilterOptions,
  selectFilters,
  selectForm,
  selectSavedSearches,
} from '../../../../sagas/features/dashboards/filters/filters.selectors';
import type { SavedSearch, SearchChange } from '../../../../sagas/features/dashboards/filters/filters.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ToolButton } from '../../../ui/ToolButton';
import { useFocusOnUnmount } from '../../../ui/focus';
import { SaveSearch } from './SaveSearch';

/** A person's own saved searches, and those shared by others. */
export function SavedFilters() {
  const searches = useAppSelector(selectSavedSearches);
  if (searches.length === 0)
    return <p className="filter-none">No search is saved yet. Choose filters and press Save as… to keep them.</p>;
  return (
    <ul className="saved-filters">
      {searches.map((search) => (
        <Saved key={search.id} search={search} readable={search.readable} />
      ))}
    </ul>
  );
}

/** At last the panel. */
const besideRow = (row: HTMLElement): HTMLElement | null | undefined =>
  (row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>('button') ??
  row.closest<HTMLElement>('[role="tabpanel"]');

function Saved({ search, readable }: { readonly search: SavedSearch; readonly readable: boolean }) {
  const dispatch = useDispatch();
  const { saving } = useAppSelector(selectFilters);
  const canPublish = useAppSelector(selectFilterOptions)?.canPublish ?? false;
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const { id, searchName, canDeleted } = search;
  const row = useRef<HTMLLIElement>(null);
  useFocusOnUnmount(row, besideRow);
  const applied = useAppSelector(selectForm);
  const isCurrent = useAppSelector(selectCurrentSearch)?.id === id;
  const isUpToDate = isCurrent || applied === null;
  const save = (change: SearchChange) => {
    if (!saving) dispatch(searchSaveRequested({ id, ...change }));
  };
  return (
    <li ref={row} className="saved-filter">
      <button type="button" className="link saved-name" onClick={() => dispatch(searchChosen({ id }))}>
        {searchName}
      </button>
      <span className="saved-marks">
        {search.default && <span className="saved-mark">Default</span>}
        {search.public && <span className="saved-mark">{canDeleted ? 'Public' : 'Shared with you'}</span>}
        {!readable && <span className="saved-mark is-broken">Cannot be read</span>}
      </span>
      {canDeleted && (
        <span className="saved-tools">
          {/* They stay focusable while one saves, so that the pressed one does not lose the focus. */}
          <ToolButton aria-disabled={saving} onClick={() => save({ default: !search.default })}>
            {search.default ? 'Remove Default' : 'Make Default'}
          </ToolButton>
          <ToolButton
            disabled={!canPublish && !search.public}
            aria-disabled={saving}
            title={canPublish || search.public ? undefined : 'You do not have permission to make searches public.'}
            onClick={() => save({ public: !search.public })}
          >
            {search.public ? 'Make Private' : 'Make Public'}
          </ToolButton>
          <ToolButton
            aria-disabled={saving || isUpToDate}
            title={
              isCurrent ? 'This search already has the current filters.' : 'Saves the current filters in this search'
            }
            onClick={() => !isUpToDate && save({ form: applied, apply: true })}
          >
            Update
          </ToolButton>
          <ToolButton onClick={() => setOpen('edit')}>Rename</ToolButton>
          <ToolButton aria-disabled={saving} onClick={() => !saving && setOpen('delete')}>
            Delete
          </ToolButton>
        </span>
      )}
      {open === 'edit' && <SaveSearch form={null} search={search} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <Dialog title="Confirmation" onClose={() => setOpen(null)}>
          <p>Are you sure you want to delete this saved search?</p>
          <div className="dialog-actions">
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button
              variant="primary"
              autoFocus
              onClick={() => {
                dispatch(searchDeleted({ id }));
                setOpen(null);
              }}
            >
              Delete
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
