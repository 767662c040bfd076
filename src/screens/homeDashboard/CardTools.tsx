import { useDispatch } from 'react-redux';
import type { CardView } from '../../../sagas/homeDashboard/cards.selectors';
import { selectCardChartView } from '../../../sagas/homeDashboard/cards.selectors';
import { cardViewChosen } from '../../../sagas/homeDashboard/homeDashboard.intents';
import { percentText } from '../../../sagas/homeDashboard/index';
import { useAppSelector } from '../../app/state';
import { saveCsv, saveImage } from '../../ui/chart';
import { Popover } from '../../ui/Popover';
import { Icon } from '../../ui/Icon';
import { ToolButton } from '../../ui/ToolButton';
import { StatusSelector } from './StatusSelector';

/** What can be done with a card besides reading it. */
export function CardTools({ view }: { readonly view: CardView }) {
  const dispatch = useDispatch();
  const { widget, title } = view;
  const shown = useAppSelector((state) => selectCardChartView(state, widget));
  const ready = view.face === 'full';
  return (
    <div className="card-tools">
      <StatusSelector widget={widget} title={title} />
      <ToolButton
        aria-pressed={shown === 'table'}
        aria-label={`${title} as a table`}
        onClick={() => dispatch(cardViewChosen({ widget, view: shown === 'table' ? 'chart' : 'table' }))}
      >
        Table
      </ToolButton>
      <Popover title={`Save ${title}`} name={`Save ${title}`} label={<Icon name="download" />}>
        {(close) => (
          <div className="card-save">
            <ToolButton
              disabled={!ready}
              onClick={() => {
                saveCsv(title, csvRows(view));
                close();
              }}
            >
              CSV of the numbers
            </ToolButton>
            <ToolButton
              disabled={!ready || shown === 'table'}
              onClick={() => {
                saveImage(title, document.getElementById(`card-${widget}`)?.closest('section') ?? null);
                close();
              }}
            >
              PNG of the chart
            </ToolButton>
          </div>
        )}
      </Popover>
    </div>
  );
}

function csvRows({ title, statuses, tiles }: CardView): readonly (readonly string[])[] {
  return [
    [title, 'Count', 'Share'],
    ...[...statuses, ...tiles].map(({ label, count, percent }) => [
      label,
      String(count),
      percent === null ? '' : percentText(percent),
    ]),
  ];
}
