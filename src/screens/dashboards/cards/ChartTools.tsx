import { Icon } from '../../../ui/Icon';
import { Popover } from '../../../ui/Popover';
import { ToolButton } from '../../../ui/ToolButton';
import { saveCsv, saveImage, type ChartView } from '../../../ui/chart';

interface ChartToolsProps {
  readonly title: string;
  readonly shown: ChartView;
  readonly onShow: (view: ChartView) => void;
  /** Null until the numbers are loaded. */
  readonly csv: (() => Parameters<typeof saveCsv>[1]) | null;
  /** What the picture is taken of. */
  readonly picture: () => Parameters<typeof saveImage>[1];
}

/** Shows the chart of a card as a table, and saves it as a file. */
export function ChartTools({ title, shown, onShow, csv, picture }: ChartToolsProps) {
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
        {(close) => (
          <div className="card-save">
            <ToolButton
              disabled={csv === null}
              onClick={() => {
                if (csv !== null) saveCsv(title, csv());
                close();
              }}
            >
              CSV of the numbers
            </ToolButton>
            <ToolButton
              disabled={csv === null || shown === 'table'}
              onClick={() => {
                saveImage(title, picture());
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
