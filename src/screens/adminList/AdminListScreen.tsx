import { ListScreen } from '../list/ListScreen';
import { AdminNav } from './AdminNav';

/** The lists of administration, with the way from one to the other. */
export function AdminListScreen() {
  return (
    <div className="admin-list">
      <AdminNav />
      <ListScreen />
    </div>
  );
}
