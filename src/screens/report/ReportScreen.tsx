import { ListScreen } from '../list/ListScreen';
import { ReportNav } from './ReportNav';

/** A report, with the way to the others of its group. */
export function ReportScreen() {
  return (
    <div className="admin-list">
      <ReportNav />
      <ListScreen />
    </div>
  );
}
