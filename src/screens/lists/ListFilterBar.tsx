import type { Action } from '@reduxjs/toolkit';
import { useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { selectOpenFilters, type OpenFilter } from '../../../sagas/features/lists/filterBar.selectors';
import { listFiltersCleared, listFilterSet, listOptionsRequested } from '../../../sagas/features/lists/lists.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Chip, ChipText } from '../../ui/Chip';
import { Drawer } from '../../ui/Drawer';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusAfterRender } from '../../ui/focus';
import { FilterEditor } from './FilterEditor';
import { FilterPicker } from './FilterPicker';

/** Moments and ids are set by links and cannot be typed, only removed. */
const isTyped = ({ filter: { kind } }: OpenFilter): boolean => kind !== 'change' && kind !== 'record';

interface ListFilterBarProps {
  readonly unfiltered: boolean;
  readonly narrow: boolean;
  /** At the end of the line. */
  readonly children?: ReactNode;
}

const DRAWER_BUTTON = 'filter-drawer-button';

/** The active filters as chips that open their editors, and a button to add more. */
export function ListFilterBar({ unfiltered, narrow, children }: ListFilterBarProps) {
  const dispatch = useDispatch();
  const filters = useAppSelector(selectOpenFilters);
  const typed = filters.filter(isTyped);
  const add = useRef<HTMLButtonElement>(null);
  const refocus = useFocusAfterRender();
  const wantOptions = () => dispatch(listOptionsRequested());
  /** What was pressed is removed, so the button beside it takes the focus. */
  const change = (action: Action) => {
    if (narrow) refocus(DRAWER_BUTTON);
    dispatch(action);
    add.current?.focus();
  };
  if (filters.length === 0) return null;

  return (
    <div className="filter-bar" role="group" aria-label="Filters">
      {narrow ? (
        <FilterDrawer onOpen={wantOptions} />
      ) : (
        <Popover
          title="Add filter"
          buttonRef={add}
          onOpen={wantOptions}
          label={
            <>
              <Icon name="filter" />
              Add filter
            </>
          }
        >
          {(close) => <FilterPicker filters={typed} onDone={close} />}
        </Popover>
      )}
      {filters
        .filter(({ values }) => values.length > 0)
        .map((filter) => (
          <FilterChip
            key={filter.name}
            open={filter}
            onEdit={wantOptions}
            onRemove={() => change(listFilterSet({ name: filter.name, values: [] }))}
          />
        ))}
      {!unfiltered && <LinkButton onClick={() => change(listFiltersCleared())}>Clear all</LinkButton>}
      {children}
    </div>
  );
}

interface ChipProps {
  readonly open: OpenFilter;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function FilterChip({ open, onEdit, onRemove }: ChipProps) {
  const { label } = open.filter;
  if (!isTyped(open)) {
    return (
      <Chip name={label} onRemove={onRemove}>
        <ChipText label={label} text={open.text} />
      </Chip>
    );
  }
  return (
    <Chip name={label} onRemove={onRemove}>
      <Popover variant="chip" title={label} onOpen={onEdit} label={<ChipText label={label} text={open.text} />}>
        {(close) => <FilterEditor open={open} onDone={close} />}
      </Popover>
    </Chip>
  );
}

/** On narrow screens the filters are in a drawer. */
function FilterDrawer({ onOpen }: { readonly onOpen: () => void }) {
  const [open, setOpen] = useState(false);
  const filters = useAppSelector(selectOpenFilters);
  const typed = filters.filter(isTyped);
  const set = filters.filter(({ values }) => values.length > 0).length;
  return (
    <>
      <ToolButton
        id={DRAWER_BUTTON}
        icon="filter"
        aria-haspopup="dialog"
        onClick={() => {
          onOpen();
          setOpen(true);
        }}
      >
        {set === 0 ? 'Filters' : `Filters (${set})`}
      </ToolButton>
      {open && (
        <Drawer title="Filters" side="right" onClose={() => setOpen(false)}>
          <FilterPicker filters={typed} onDone={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  );
}
