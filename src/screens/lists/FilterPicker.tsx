import { useState } from 'react';
import type { OpenFilter } from '../../../sagas/features/lists/filterBar.selectors';
import { itemsOf, moveFocus } from '../../ui/arrowKeys';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusAfterRender } from '../../ui/focus';
import { FilterEditor } from './FilterEditor';

interface FilterPickerProps {
  readonly filters: readonly OpenFilter[];
  readonly onDone: () => void;
}

/** A choice of all filters, then the editor of the chosen one. */
export function FilterPicker({ filters, onDone }: FilterPickerProps) {
  const [name, setName] = useState<string | null>(null);
  const refocus = useFocusAfterRender();
  const chosen = filters.find((filter) => filter.name === name);
  if (chosen) {
    return (
      <div className="filter-chosen">
        <div className="filter-back">
          <ToolButton
            icon="previous"
            iconOnly
            aria-label="All filters"
            onClick={() => {
              refocus(`filter-${chosen.name}`);
              setName(null);
            }}
          />
          <h2>{chosen.filter.label}</h2>
        </div>
        <FilterEditor open={chosen} onDone={onDone} takesFocus />
      </div>
    );
  }
  return (
    <ul
      className="filter-names"
      onKeyDown={(event) => moveFocus(event, itemsOf(event.currentTarget, 'button'), 'vertical')}
    >
      {filters.map(({ name: each, filter, text }) => (
        <li key={each}>
          <button type="button" id={`filter-${each}`} onClick={() => setName(each)}>
            <span>{filter.label}</span>
            {text !== '' && <small>{text}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}
