import { selectAdminSections } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { LinkTabs } from '../../ui/LinkTabs';
import { ListScreen } from '../list/ListScreen';

/** The lists of administration, with the way from one to the other. */
export function AdminListScreen() {
  return (
    <div className="tabbed-list">
      <LinkTabs name="Administration" tabs={useAppSelector(selectAdminSections)} />
      <ListScreen />
    </div>
  );
}
