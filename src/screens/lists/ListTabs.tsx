import { useDispatch } from 'react-redux';
import { selectListTabs, selectNewCount } from '../../../sagas/features/lists/tabs/tabs.selectors';
import { listReloadRequested } from '../../../sagas/features/lists/lists.slice';
import type { ListView } from '../../../sagas/features/lists/lists.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { LinkTabs } from '../../ui/LinkTabs';
import { useFocusWhenRemoved } from '../../ui/focus';
import { LIST_HEADING } from './ListHead';
import { countText } from '../../../sagas/base/numbers';

/** The parts of a list with their row counts; renders nothing for a list without parts. */
export function ListTabs({ title }: { readonly title: string }) {
  return <LinkTabs name={`Tabs of ${title}`} tabs={useAppSelector(selectListTabs)} />;
}

/** Shows that the list has changed. The rows stay until it is pressed, so that they do not move under the pointer. */
export function ChangedRows({ view: { total, busy, noun } }: { readonly view: ListView }) {
  const dispatch = useDispatch();
  const count = useAppSelector(selectNewCount);
  const refocus = useFocusWhenRemoved();
  if (total === null || count === null || total === count || busy) return null;
  return (
    <p className="list-changed" role="status">
      There {count === 1 ? `is 1 ${noun.one}` : `are ${countText(count)} ${noun.many}`} now.{' '}
      <LinkButton
        onClick={() => {
          refocus(LIST_HEADING);
          dispatch(listReloadRequested());
        }}
      >
        Show them
      </LinkButton>
    </p>
  );
}
