import { useDispatch } from 'react-redux';
import { kpiViewChosen } from '../../../../sagas/features/dashboards/kpi/kpi.slice';
import type { ChartView } from '../../../ui/chart/chart.types';
import { ChartTools } from '../cards/ChartTools';
import type { SaveChoicesProps } from '../cards/SaveChoices';
import { cardElementId } from './KpiCard';

interface CardSaveProps {
  readonly id: string;
  /** The rows of the file; null until the figures are loaded. */
  readonly csv: SaveChoicesProps['csv'];
  readonly title: string;
  readonly shown: ChartView;
}

/** Shows a chart as a table, and saves it as a file. */
export function CardSave({ id, csv, title, shown }: CardSaveProps) {
  const dispatch = useDispatch();
  return (
    <ChartTools
      title={title}
      shown={shown}
      onShow={(view) => dispatch(kpiViewChosen({ id, view }))}
      csv={csv}
      picture={() => document.getElementById(cardElementId(id))}
    />
  );
}
