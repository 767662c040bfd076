import { useDispatch } from 'react-redux';
import { listReloadRequested } from '../../../sagas/lists/lists.intents';
import { selectListView } from '../../../sagas/lists/lists.selectors';
import { selectWindow } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { Message } from '../../ui/Message';
import { FilterBar } from './FilterBar';
import { ListBody } from './ListBody';
import { ListHead } from './ListHead';
import { ListPager } from './ListPager';
import '../../ui/theme/list.css';

/** Any list of the product: which one, and what of it, is in the address. */
export function ListScreen() {
  const view = useAppSelector(selectListView);
  const { breakpoint } = useAppSelector(selectWindow);
  const dispatch = useDispatch();
  if (view === null) return null;
  const narrow = breakpoint === 'mobile';
  const failedOverRows = view.error !== null && view.face !== 'failed';

  return (
    <section className="list-screen" aria-label={view.title}>
      <ListHead view={view} narrow={narrow} />
      <FilterBar key={view.name} unfiltered={view.unfiltered} narrow={narrow} />
      {view.ignored.length > 0 && (
        <Message tone="warning">
          The link asked for something that this list does not have ({view.ignored.join(', ')}). That part was left out.
        </Message>
      )}
      {failedOverRows && (
        <Message tone="negative">
          {view.error} <LinkButton onClick={() => dispatch(listReloadRequested())}>Retry</LinkButton>
        </Message>
      )}
      <ListBody view={view} narrow={narrow} />
      {view.face === 'full' && <ListPager view={view} />}
    </section>
  );
}
