import { useDispatch } from 'react-redux';
import { selectActionKind, selectChosenRows } from '../../../sagas/features/lists/chosenRows/chosenRows.selectors';
import { listAllChosen, listRowsChosen } from '../../../sagas/features/lists/lists.slice';
import type { ListView } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { useRefocusOnceGone } from '../../ui/useRefocusOnceGone';
import { RecordActions } from '../recordActions/RecordActions';
import { LIST_HEADING } from './ListHead';

const CLEAR = 'clear-selection';

/** The selected rows and the actions on them. Exports and prints then contain only these rows. */
export function SelectionBar({ view: { total, noun, phase } }: { readonly view: ListView }) {
  const dispatch = useDispatch();
  const { ids, page } = useAppSelector(selectChosenRows);
  const kind = useAppSelector(selectActionKind);
  const refocus = useRefocusOnceGone();
  if (ids.length === 0 || phase !== 'full') return null;
  const many = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? noun.one : noun.many}`;
  return (
    <div className="selection-bar" role="group" aria-label="Selection">
      <p role="status">{many(ids.length)} selected</p>
      {page === 'all' && total !== null && ids.length < total && (
        <LinkButton
          onClick={() => {
            refocus(CLEAR);
            dispatch(listAllChosen());
          }}
        >
          Select all {many(total)}
        </LinkButton>
      )}
      <LinkButton
        id={CLEAR}
        onClick={() => {
          refocus(LIST_HEADING);
          dispatch(listRowsChosen({ ids, chosen: false }));
        }}
      >
        Clear selection
      </LinkButton>
      {kind !== null && <RecordActions kind={kind} ids={ids} />}
    </div>
  );
}
