import { useEffect } from 'react';
import { whenIdle } from '../../../ports/idle';
import { Icon } from '../../../ui/Icon';
import { loadable } from '../../../ui/loadable';
import { Popover } from '../../../ui/Popover';
import { ToolButton } from '../../../ui/ToolButton';
import type { ChartView } from '../../../ui/chart/chart.types';
import type { SaveChoicesProps } from './SaveChoices';

const SaveChoices = loadable(
  async () => (await import(/* webpackChunkName: "save-choices" */ './SaveChoices')).SaveChoices,
);

interface ChartToolsProps extends SaveChoicesProps {
  readonly shown: ChartView;
  readonly onShow: (view: ChartView) => void;
}

/** Shows the chart of a card as a table, and saves it as a file. */
export function ChartTools({ title, shown, onShow, csv, picture }: ChartToolsProps) {
  useEffect(() => void whenIdle().then(SaveChoices.preload), []);
  return (
    <>
      <ToolButton
        aria-pressed={shown === 'table'}
        aria-label={`${title} as a table`}
        onClick={() => onShow(shown === 'table' ? 'chart' : 'table')}
      >
        Table
      </ToolButton>
      <Popover title={`Save ${title}`} name={`Save ${title}`} label={<Icon name="download" />}>
        {(close) => <SaveChoices title={title} csv={csv} picture={picture} onDone={close} />}
      </Popover>
    </>
  );
}
