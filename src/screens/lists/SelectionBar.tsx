import { useDispatch } from 'react-redux';
import {
  selectActionKind,
  selectChosenUnseen,
  selectRowSelection,
} from '../../../sagas/features/lists/rowSelection/rowSelection.selectors';
import { listAllChosen, listRowsSelected } from '../../../sagas/features/lists/lists.slice';
import type { ListView } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { useFocusWhenRemoved } from '../../ui/focus';
import { useHeightToken } from '../../ui/useHeightToken';
import '../../ui/theme/sideways.css';
import { RecordActions } from '../recordActions/RecordActions';
import { LIST_HEADING } from './ListHead';
import { countText } from '../../../sagas/base/numbers';

const CLEAR = 'clear-selection';

interface SelectionBarProps {
  readonly view: ListView;
  readonly narrow: boolean;
}

/**
 * The selected rows and the actions on them, over the lower edge of the rows, so that a selection moves none of them.
 * An export then contains only the selected rows. Cards have no head in which the page can be selected.
 */
export function SelectionBar({ view: { rows, total, noun, phase }, narrow }: SelectionBarProps) {
  const dispatch = useDispatch();
  const { ids, page } = useAppSelector(selectRowSelection);
  const kind = useAppSelector(selectActionKind);
  // Until the list shows what another user has changed.
  const hasUnseen = useAppSelector(selectChosenUnseen).length > 0;
  const refocus = useFocusWhenRemoved();
  const measured = useHeightToken('--selection');
  if (ids.length === 0 || phase !== 'full') return null;
  const many = (count: number) => `${countText(count)} ${count === 1 ? noun.one : noun.many}`;
  return (
    <div ref={measured} className="selection-bar" role="group" aria-label="Selection">
      <p role="status">{many(ids.length)} selected</p>
      {narrow && page !== 'all' && (
        <LinkButton
          onClick={() => {
            refocus(CLEAR);
            dispatch(listRowsSelected({ ids: rows.map(({ id }) => id), chosen: true }));
          }}
        >
          Select this page
        </LinkButton>
      )}
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
          // On a phone the list stays where it is scrolled to.
          document.getElementById(LIST_HEADING)?.focus({ preventScroll: narrow });
          dispatch(listRowsSelected({ ids, chosen: false }));
        }}
      >
        Clear selection
      </LinkButton>
      {kind !== null && (
        <div className="selection-actions sideways">
          <RecordActions kind={kind} ids={ids} mayAct={!hasUnseen} />
        </div>
      )}
    </div>
  );
}

/** A printed page contains only those of the selected rows that are on it. */
export function PrintedSelection({ view: { noun, phase } }: { readonly view: ListView }) {
  const { ids, here } = useAppSelector(selectRowSelection);
  if (here === 0 || phase !== 'full') return null;
  return (
    <p className="printed-selection">
      {here < ids.length
        ? `Only ${here} of ${countText(ids.length)} selected ${noun.many}. The others are on other pages of the list.`
        : `Only the ${here === 1 ? `selected ${noun.one}` : `${here} selected ${noun.many}`}.`}
    </p>
  );
}
