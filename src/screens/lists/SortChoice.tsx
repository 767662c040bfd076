import { useId } from 'react';
import { useDispatch } from 'react-redux';
import { listChanged } from '../../../sagas/features/lists/lists.slice';
import { selectAllColumns, selectListAt, type ShownColumn } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { ToolButton } from '../../ui/ToolButton';

interface SortChoiceProps {
  readonly columns: readonly ShownColumn[];
  /** `name`, or `-name` for descending. */
  readonly sort: string;
}

const columnOf = (sort: string): string => sort.replace(/^-/, '');

/** The sort order of cards, which have no column heads. */
export function SortChoice({ columns, sort }: SortChoiceProps) {
  const dispatch = useDispatch();
  const id = useId();
  const isDescending = sort.startsWith('-');
  const name = columnOf(sort);
  const all = useAppSelector(selectAllColumns);
  const usual = columnOf(useAppSelector(selectListAt)?.definition.sort ?? sort);
  // The current and the usual order may be by columns that are hidden.
  const hidden = all.filter((column) => [name, usual].includes(column.name) && !columns.includes(column));
  const options = [...columns, ...hidden].filter((column) => column.sortable);
  const order = (by: string, down: boolean) => dispatch(listChanged({ change: { sort: down ? `-${by}` : by } }));
  return (
    <div className="sort-choice">
      <label htmlFor={id}>Sort by</label>
      <select id={id} value={name} onChange={(event) => order(event.target.value, isDescending)}>
        {options.map((column) => (
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
