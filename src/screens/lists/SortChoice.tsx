import { useId } from 'react';
import { useDispatch } from 'react-redux';
import { listChanged } from '../../../sagas/features/lists/lists.slice';
import type { ShownColumn } from '../../../sagas/features/lists/lists.selectors';
import { Icon } from '../../ui/Icon';
import { ToolButton } from '../../ui/ToolButton';

interface SortChoiceProps {
  readonly columns: readonly ShownColumn[];
  /** `name`, or `-name` for descending. */
  readonly sort: string;
}

/** The sort order of cards, which have no column heads. */
export function SortChoice({ columns, sort }: SortChoiceProps) {
  const dispatch = useDispatch();
  const id = useId();
  const isDescending = sort.startsWith('-');
  const name = sort.replace(/^-/, '');
  const order = (by: string, down: boolean) => dispatch(listChanged({ change: { sort: down ? `-${by}` : by } }));
  return (
    <div className="sort-choice">
      <label htmlFor={id}>Sort by</label>
      <select id={id} value={name} onChange={(event) => order(event.target.value, isDescending)}>
        {columns
          .filter((column) => column.sortable)
          .map((column) => (
            <option key={column.name} value={column.name}>
              {column.label}
            </option>
          ))}
      </select>
      <ToolButton
        iconOnly
        aria-label={isDescending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
        onClick={() => order(name, !isDescending)}
      >
        <Icon name={isDescending ? 'arrowDown' : 'arrowUp'} />
      </ToolButton>
    </div>
  );
}
