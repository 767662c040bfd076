import { selectReportsBeside } from '../../../sagas/navigation/menus/beside.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkTabs } from '../../ui/LinkTabs';
import { ListScreen } from '../lists/ListScreen';
import { ReportFigure } from './ReportFigure';
import { ReportGroups } from './ReportGroups';
import { ReportTotals } from './ReportTotals';

/** A report, with tabs to the others of its group, and the figure that led to it. */
export function ReportScreen() {
  return (
    <div className="tabbed-list">
      <LinkTabs name="Reports of this group" tabs={useAppSelector(selectReportsBeside)} />
      <ReportFigure />
      <ReportTotals />
      <ReportGroups />
      <ListScreen />
    </div>
  );
}
