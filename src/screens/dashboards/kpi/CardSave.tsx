import { useDispatch } from 'react-redux';
import { kpiViewChosen } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import { chartCsv } from '../../../ui/chart/chartText';
import type { ChartData, ChartView } from '../../../ui/chart/chart.types';
import { ChartTools } from '../cards/ChartTools';
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
    <ChartTools
      title={title}
      shown={shown}
      onShow={(view) => dispatch(kpiViewChosen({ id, view }))}
      csv={data === null ? null : () => chartCsv(data)}
      picture={() => document.getElementById(cardElementId(id))}
    />
  );
}
