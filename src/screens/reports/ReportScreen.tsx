import { selectReportsBeside } from '../../../sagas/navigation/menus/beside.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkTabs } from '../../ui/LinkTabs';
import { InPageBar } from '../../ui/PageBar';
import { ListScreen } from '../lists/ListScreen';
import { ReportFigure } from './ReportFigure';
import { ReportGroups } from './ReportGroups';
import { ReportTotals } from './ReportTotals';

/** A report, with tabs to the others of its group, where other pages have their path, and the figure that led to it. */
export function ReportScreen() {
  const tabs = useAppSelector(selectReportsBeside);
  return (
    <div className="tabbed-list">
      {tabs.length > 1 && (
        <InPageBar>
          <LinkTabs name="Reports of this group" tabs={tabs} />
        </InPageBar>
      )}
      <ReportFigure />
      <ReportTotals />
      <ReportGroups />
      <ListScreen />
    </div>
  );
}
