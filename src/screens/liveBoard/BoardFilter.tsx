import { useRef, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import {
  BOARD_SHOWN,
  BOARD_WORDS_MAX_LENGTH,
  type BoardShown,
} from '../../../sagas/features/liveBoard/liveBoard.address';
import { selectBoardPlace, selectOpenCount } from '../../../sagas/features/liveBoard/liveBoard.selectors';
import { boardChanged, boardSearched } from '../../../sagas/features/liveBoard/liveBoard.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/searchField.css';
import { countText } from '../../../sagas/base/numbers';

const LABELS: Readonly<Record<BoardShown, string>> = {
  all: 'All',
  open: 'Unassigned',
  mine: 'Mine',
  taken: 'Assigned',
};

/** Searches the loaded rows after a pause in typing, and filters them by assignee. */
export function BoardFilter() {
  const dispatch = useDispatch();
  const field = useRef<HTMLInputElement>(null);
  const { show, words } = useAppSelector(selectBoardPlace);
  const searchNow = () => dispatch(boardChanged({ words: field.current?.value.trim() ?? '' }));
  const clear = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.currentTarget.value === '') return;
    // The board stays open.
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.value = '';
    searchNow();
  };
  return (
    <div className="board-filter">
      <form
        className="search-field"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        <label className="visually-hidden" htmlFor="board-search">
          Search the board
        </label>
        <Icon name="search" />
        <input
          ref={field}
          id="board-search"
          type="search"
          placeholder="Search the board"
          autoComplete="off"
          spellCheck={false}
          maxLength={BOARD_WORDS_MAX_LENGTH}
          defaultValue={words}
          onChange={({ target }) => dispatch(boardSearched({ words: target.value }))}
          onKeyDown={clear}
        />
      </form>
      <select
        aria-label="Assignee"
        value={show}
        onChange={({ target }) =>
          dispatch(boardChanged({ show: BOARD_SHOWN.find((each) => each === target.value) ?? 'all' }))
        }
      >
        {BOARD_SHOWN.map((each) => (
          <option key={each} value={each}>
            {LABELS[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** On a wall: how many visible rows have no assignee. */
export function OpenCount() {
  const open = useAppSelector(selectOpenCount);
  return <p className="board-open-count">{open === 1 ? 'One is open' : `${countText(open)} are open`}</p>;
}
