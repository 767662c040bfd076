import { useDispatch } from 'react-redux';
import { selectAllColumns, selectColumns } from '../../../sagas/features/lists/lists.selectors';
import { listColumnsChosen } from '../../../sagas/features/lists/lists.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { OrderList } from '../../ui/OrderList';
import { Popover } from '../../ui/Popover';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusAfterRender } from '../../ui/focus';

/** Chooses and orders the columns. Takes effect immediately; stored in this browser, or in the address of a view. */
export function ColumnChooser() {
  const dispatch = useDispatch();
  const all = useAppSelector(selectAllColumns);
  const shown = useAppSelector(selectColumns).map(({ name }) => name);
  const choose = (columns: readonly string[] | null) => dispatch(listColumnsChosen({ columns }));
  const refocus = useFocusAfterRender();
  const hidden = all.filter(({ name }) => !shown.includes(name));
  const labelOf = (name: string) => all.find((column) => column.name === name)?.label ?? name;
  return (
    <Popover
      title="Columns"
      label={
        <>
          <Icon name="columns" />
          Columns
        </>
      }
    >
      {() => (
        <div className="column-chooser">
          <OrderList
            items={shown.map((name) => ({ id: name, label: labelOf(name) }))}
            removeLabel="Hide"
            onOrder={choose}
            onRemove={shown.length > 1 ? (id) => choose(shown.filter((name) => name !== id)) : undefined}
          />
          {hidden.length > 0 && (
            <>
              <h2>Hidden</h2>
              <ul className="column-hidden">
                {hidden.map(({ name, label }, at) => (
                  <li key={name}>
                    <button
                      type="button"
                      id={`column-show-${name}`}
                      onClick={() => {
                        const next = hidden[at + 1] ?? hidden[at - 1];
                        refocus(next === undefined ? `order-${name}-remove` : `column-show-${next.name}`);
                        choose([...shown, name]);
                      }}
                    >
                      <Icon name="plus" />
                      <span className="visually-hidden">Show</span> {label}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <ToolButton onClick={() => choose(null)}>Reset columns</ToolButton>
        </div>
      )}
    </Popover>
  );
}
