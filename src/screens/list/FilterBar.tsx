import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { selectOpenFilters, type OpenFilter } from '../../../sagas/lists/filters.selectors';
import { listFiltersCleared, listFilterSet, listOptionsWanted } from '../../../sagas/lists/lists.intents';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { Drawer } from '../../ui/Drawer';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { ToolButton } from '../../ui/ToolButton';
import '../../ui/theme/chip.css';
import { FilterEditor } from './FilterEditor';
import { FilterPicker } from './FilterPicker';

interface FilterBarProps {
  readonly unfiltered: boolean;
  readonly narrow: boolean;
}

/** What is set, each filter a chip that opens its editor, and the way to set more. */
export function FilterBar({ unfiltered, narrow }: FilterBarProps) {
  const dispatch = useDispatch();
  const filters = useAppSelector(selectOpenFilters);
  const add = useRef<HTMLButtonElement>(null);
  const wantOptions = () => dispatch(listOptionsWanted());
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
          {(close) => <FilterPicker filters={filters} onDone={close} />}
        </Popover>
      )}
      {filters
        .filter(({ values }) => values.length > 0)
        .map((filter) => (
          <Chip
            key={filter.name}
            open={filter}
            onEdit={wantOptions}
            onRemove={() => {
              dispatch(listFilterSet({ name: filter.name, values: [] }));
              add.current?.focus();
            }}
          />
        ))}
      {!unfiltered && <LinkButton onClick={() => dispatch(listFiltersCleared())}>Clear all</LinkButton>}
    </div>
  );
}

interface ChipProps {
  readonly open: OpenFilter;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Chip({ open, onEdit, onRemove }: ChipProps) {
  const { label } = open.filter;
  return (
    <span className="chip">
      <Popover look="chip" title={label} onOpen={onEdit} label={<ChipText label={label} text={open.text} />}>
        {(close) => <FilterEditor open={open} onDone={close} />}
      </Popover>
      <button type="button" className="chip-remove" aria-label={`Remove filter ${label}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

const ChipText = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    <span className="chip-label">{label}:</span> <span className="chip-text">{text}</span>
  </>
);

/** On a narrow screen the filters have a page of their own. */
function FilterDrawer({ onOpen }: { readonly onOpen: () => void }) {
  const [open, setOpen] = useState(false);
  const filters = useAppSelector(selectOpenFilters);
  const set = filters.filter(({ values }) => values.length > 0).length;
  return (
    <>
      <ToolButton
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
          <FilterPicker filters={filters} onDone={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  );
}
