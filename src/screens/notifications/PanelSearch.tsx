import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_LABELS, type NotificationTab } from '../../../contract/notifications/categories';
import { NOTIFICATION_KEYWORD_MAX_LENGTH } from '../../../contract/notifications/notifications.endpoints';
import { searchSubmitted } from '../../../sagas/features/notifications/notifications.intents';
import { Icon } from '../../ui/Icon';
import '../../ui/theme/searchField.css';

interface PanelSearchProps {
  readonly tab: NotificationTab;
  readonly keyword: string | null;
  readonly field: RefObject<HTMLInputElement>;
}

/** Enter searches the tab; Escape or an empty term ends the search. */
export function PanelSearch({ tab, keyword, field }: PanelSearchProps) {
  const dispatch = useDispatch();
  // In place, so that the field keeps the focus.
  useEffect(() => {
    if (field.current !== null) field.current.value = keyword ?? '';
  }, [field, keyword]);
  const search = (text: string) => dispatch(searchSubmitted({ tab, keyword: text.trim() }));
  const onKey = (event: KeyboardEvent) => {
    const input = field.current;
    if (event.key !== 'Escape' || input === null || (input.value === '' && keyword === null)) return;
    // Escape closes only the search, not the panel.
    event.stopPropagation();
    event.preventDefault();
    input.value = '';
    search('');
  };
  return (
    <form
      className="search-field note-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(field.current?.value ?? '');
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={`Search ${TAB_LABELS[tab]}`}
        placeholder={`Search ${TAB_LABELS[tab]}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={NOTIFICATION_KEYWORD_MAX_LENGTH}
        defaultValue={keyword ?? ''}
        onKeyDown={onKey}
      />
    </form>
  );
}
