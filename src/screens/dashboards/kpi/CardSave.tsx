import { useDispatch } from 'react-redux';
import { kpiViewChosen } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { chartCsv, saveCsv, saveImage, type ChartData, type ChartView } from '../../../ui/chart';
import { Icon } from '../../../ui/Icon';
import { Popover } from '../../../ui/Popover';
import { ToolButton } from '../../../ui/ToolButton';
import { cardElementId } from './KpiCard';

interface CardSaveProps {
  readonly id: string;
  /** Null until the figures are loaded. */
  readonly data: ChartData | null;
  readonly title: string;
  readonly shown: ChartView;
}

/** Shows a chart as a table, and saves it as a file. */
export function CardSave({ id, data, title, shown }: CardSaveProps) {
  const dispatch = useDispatch();
  return (
    <>
      <ToolButton
        aria-pressed={shown === 'table'}
        aria-label={`${title} as a table`}
        onClick={() => dispatch(kpiViewChosen({ id, view: shown === 'table' ? 'chart' : 'table' }))}
      >
        Table
      </ToolButton>
      <Popover title={`Save ${title}`} name={`Save ${title}`} label={<Icon name="download" />}>
        {(close) => (
          <div className="card-save">
            <ToolButton
              disabled={data === null}
              onClick={() => {
                if (data !== null) saveCsv(title, chartCsv(data));
                close();
              }}
            >
              CSV of the numbers
            </ToolButton>
            <ToolButton
              disabled={data === null || shown === 'table'}
              onClick={() => {
                saveImage(title, document.getElementById(cardElementId(id)));
                close();
              }}
            >
              PNG of the chart
            </ToolButton>
          </div>
        )}
      </Popover>
    </>
  );
}
