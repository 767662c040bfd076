import { useId, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { LIST_SEARCH_MAX_LENGTH } from '../../../contract/lists/list';
import { listSearchSubmitted, listSearchTyped } from '../../../sagas/features/lists/lists.slice';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/searchField.css';

interface SearchBoxProps {
  readonly text: string;
  /** The columns that it searches, for the placeholder. */
  readonly searches: string;
}

/** Searches after a pause in typing; Enter searches immediately, Escape clears. */
export function SearchBox({ text, searches }: SearchBoxProps) {
  const dispatch = useDispatch();
  const id = useId();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '') return;
    event.preventDefault();
    dispatch(listSearchSubmitted({ text: '' }));
  };
  return (
    <form
      className="search-field list-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(listSearchSubmitted({ text }));
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search by {searches}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        placeholder={`Search by ${searches}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={LIST_SEARCH_MAX_LENGTH}
        value={text}
        onChange={(event) => dispatch(listSearchTyped({ text: event.target.value }))}
        onKeyDown={onKey}
      />
    </form>
  );
}
