import type { ListRow } from '../../../contract/lists';
import { formatCell } from '../../../sagas/lists/index';
import { selectAllColumns, selectListView } from '../../../sagas/lists/lists.selectors';
import { useAppSelector } from '../../app/state';
import { Loader } from '../../ui/Loader';
import { CellValue } from '../../ui/table/CellValue';
import '../../ui/theme/list.css';
import '../../ui/theme/table.css';
import { ListNote } from '../list/ListNote';

/** What is known of one user of the organisation. */
export function UserDetailsScreen() {
  const view = useAppSelector(selectListView);
  const columns = useAppSelector(selectAllColumns);
  if (view === null) return null;
  const row = view.stale ? undefined : (view.rows[0] as ListRow | undefined);
  if (row === undefined && (view.busy || view.face === 'loading')) return <Loader>Loading the user</Loader>;
  if (row === undefined && view.face === 'failed') return <ListNote view={view} />;
  if (row === undefined) {
    return (
      <div className="page-note">
        <h1>There is no such user</h1>
        <p>
          The link may be old, or the user belongs to another organization. The list of users has everybody of yours.
        </p>
      </div>
    );
  }
  return (
    <section className="user-details" aria-label="User">
      <h1>{row['name']}</h1>
      <dl>
        {columns.map((column) => (
          <div key={column.name}>
            <dt>{column.label}</dt>
            <dd>
              <CellValue cell={formatCell(column, row[column.name])} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        Users are changed by the managing organization for now. Please write to the support contact below.
      </p>
    </section>
  );
}
