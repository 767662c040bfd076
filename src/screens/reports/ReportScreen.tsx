import { selectAllReports, selectSiblingReports } from '../../../sagas/navigation/menus/siblingReports.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Link } from '../../ui/Link';
import { LinkTabs } from '../../ui/LinkTabs';
import { InPageBar } from '../../ui/PageBar';
import { ListScreen } from '../lists/ListScreen';
import { ReportFigure } from './ReportFigure';
import { GroupChoice, ReportGroups } from './ReportGroups';
import { ReportTotals } from './ReportTotals';

/** A report with its totals and the figure that led to it. Links to other reports take the place of the breadcrumb. */
export function ReportScreen() {
  const all = useAppSelector(selectAllReports);
  const tabs = useAppSelector(selectSiblingReports);
  return (
    <div className="tabbed-list">
      <InPageBar>
        <div className="report-bar">
          {all !== null && <Link to={all}>All reports</Link>}
          <LinkTabs name="Reports of this group" tabs={tabs} />
        </div>
      </InPageBar>
      <ListScreen besideFilters={<GroupChoice />} aboveRows={<ReportGroups />}>
        <ReportFigure />
        <ReportTotals />
      </ListScreen>
    </div>
  );
}
