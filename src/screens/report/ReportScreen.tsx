import { selectReportsBeside } from '../../../sagas/shell/reports.selectors';
import { useAppSelector } from '../../app/state';
import { LinkTabs } from '../../ui/LinkTabs';
import { ListScreen } from '../list/ListScreen';

/** A report, with the way to the others of its group. */
export function ReportScreen() {
  return (
    <div className="tabbed-list">
      <LinkTabs name="Reports of this group" tabs={useAppSelector(selectReportsBeside)} />
      <ListScreen />
    </div>
  );
}
