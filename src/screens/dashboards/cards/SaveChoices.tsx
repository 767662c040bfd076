import { ToolButton } from '../../../ui/ToolButton';
import { saveCsv, saveImage } from '../../../ui/chart/save';

export interface SaveChoicesProps {
  readonly title: string;
  /** Null until the numbers are loaded. */
  readonly csv: (() => Parameters<typeof saveCsv>[1]) | null;
  /** The chart to draw the picture of. */
  readonly picture: () => Parameters<typeof saveImage>[1];
}

/** The files that a card can be saved as; loaded in an idle moment. */
export function SaveChoices({ title, csv, picture, onDone }: SaveChoicesProps & { readonly onDone: () => void }) {
  // A table and an empty card have none.
  const chart = picture();
  return (
    <div className="card-save">
      <ToolButton
        disabled={csv === null}
        onClick={() => {
          if (csv !== null) saveCsv(title, csv());
          onDone();
        }}
      >
        CSV of the numbers
      </ToolButton>
      <ToolButton
        disabled={!chart?.querySelector('canvas')}
        onClick={() => {
          saveImage(title, chart);
          onDone();
        }}
      >
        PNG of the chart
      </ToolButton>
    </div>
  );
}
