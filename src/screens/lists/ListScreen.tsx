import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { LIST_PAGE_SIZES } from '../../../contract/lists/list';
import { selectListView, type ListView } from '../../../sagas/features/lists/lists.selectors';
import { listChanged, listReloadRequested } from '../../../sagas/features/lists/lists.slice';
import { typedPage } from '../../../sagas/features/lists/listQuery';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { LinkTabs } from '../../ui/LinkTabs';
import { Message } from '../../ui/Message';
import { Pager } from '../../ui/table/Pager';
import { useFocusWhenRemoved } from '../../ui/focus';
import '../../ui/theme/list.css';
import { ConfirmationDialog } from '../confirmations/ConfirmationDialog';
import { ListFilterBar } from './ListFilterBar';
import { ListBody } from './ListBody';
import { LIST_HEADING, ListHead } from './ListHead';
import { ChangedRows, ListTabs } from './ListTabs';
import { PrintedSelection, SelectionBar } from './SelectionBar';
import { selectWindow } from '../../../sagas/base/window';
import { selectAdminSections } from '../../../sagas/navigation/menus/siblingReports.selectors';

interface ListScreenProps {
  /** In a page with a heading of its own. */
  readonly nested?: boolean;
  /** The content below the heading. */
  readonly children?: ReactNode;
  /** In the line of the filters, at its end. */
  readonly besideFilters?: ReactNode;
  /** Between the filters and the rows. */
  readonly aboveRows?: ReactNode;
}

/** Any list of the product; the address names the list and contains its query. */
export function ListScreen({ nested = false, children, besideFilters, aboveRows }: ListScreenProps) {
  const view = useAppSelector(selectListView);
  const { breakpoint } = useAppSelector(selectWindow);
  const dispatch = useDispatch();
  const refocus = useFocusWhenRemoved();
  if (view === null) return null;
  const narrow = breakpoint === 'mobile';
  const selection = <SelectionBar view={view} narrow={narrow} />;
  const failedOverRows = view.error !== null && view.phase !== 'failed';

  return (
    <section className="list-screen" aria-label={view.title}>
      <ListHead view={view} narrow={narrow} nested={nested} />
      {children}
      <ListTabs title={view.title} />
      <ListFilterBar key={view.name} unfiltered={view.unfiltered} narrow={narrow}>
        {besideFilters}
      </ListFilterBar>
      {aboveRows}
      {view.ignored.length > 0 && (
        <Message tone="warning">
          The link contains something that this list does not have ({view.ignored.join(', ')}). That part was left out.
        </Message>
      )}
      {view.whyNotOfFacility !== null && <Message tone="info">{view.whyNotOfFacility}</Message>}
      {failedOverRows && (
        <Message tone="negative">
          {view.error}{' '}
          <LinkButton
            onClick={() => {
              refocus(LIST_HEADING);
              dispatch(listReloadRequested());
            }}
          >
            Retry
          </LinkButton>
        </Message>
      )}
      <ChangedRows view={view} />
      <PrintedSelection view={view} />
      <div className="list-rows">
        {!narrow && selection}
        <ListBody key={`rows of ${view.name}`} view={view} narrow={narrow} />
        {narrow && selection}
      </div>
      {view.phase === 'full' && <ListPager view={view} />}
    </section>
  );
}

function ListPager({ view: { query, lastPage, hasNext } }: { readonly view: ListView }) {
  const dispatch = useDispatch();
  return (
    <Pager
      page={query.page}
      last={lastPage}
      hasNext={hasNext}
      size={query.size}
      sizes={LIST_PAGE_SIZES}
      parsePage={(text) => typedPage(text, lastPage)}
      onPage={(page) => dispatch(listChanged({ change: { page } }))}
      onSize={(wanted) => {
        const size = LIST_PAGE_SIZES.find((each) => each === wanted);
        if (size !== undefined) dispatch(listChanged({ change: { size } }));
      }}
    />
  );
}

/** An administration list, with tabs to the others. */
export function AdminListScreen() {
  return (
    <div className="tabbed-list">
      <LinkTabs name="Administration" tabs={useAppSelector(selectAdminSections)} />
      <ListScreen />
      <ConfirmationDialog />
    </div>
  );
}
