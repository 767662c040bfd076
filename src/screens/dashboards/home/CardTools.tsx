import { useDispatch } from 'react-redux';
import type { Widget } from '../../../../contract/dashboards/widgets';
import { dayText } from '../../../../sagas/base/dates';
import { selectedOf } from '../../../../sagas/features/dashboards/home/arrangement';
import { kindText, percentText } from '../../../../sagas/features/dashboards/home/card.rules';
import { selectStatuses } from '../../../../sagas/features/dashboards/home/cardRequests.selectors';
import { selectCardChartView, type CardView } from '../../../../sagas/features/dashboards/home/cards.selectors';
import { cardViewChosen } from '../../../../sagas/features/dashboards/home/home.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Icon } from '../../../ui/Icon';
import { loadable } from '../../../ui/loadable';
import { Popover } from '../../../ui/Popover';
import { ChartTools } from '../cards/ChartTools';

/** The tools of a card: statuses, table view, downloads. */
export function CardTools({ view }: { readonly view: CardView }) {
  const dispatch = useDispatch();
  const { widget, title } = view;
  const shown = useAppSelector((state) => selectCardChartView(state, widget));
  return (
    <div className="card-tools">
      <StatusSelector widget={widget} title={title} />
      <ChartTools
        title={title}
        shown={shown}
        onShow={(to) => dispatch(cardViewChosen({ widget, view: to }))}
        csv={view.phase === 'full' ? () => csvRows(view) : null}
        picture={() => document.getElementById(`card-${widget}`)?.closest('section') ?? null}
      />
    </div>
  );
}

function csvRows({ title, statuses, tiles, period }: CardView): readonly (readonly string[])[] {
  return [
    [title, 'Count', 'Share', 'Counted'],
    ...[...statuses, ...tiles].map(({ label, count, percent, meaning }) => [
      label,
      String(count),
      percent === null ? '' : percentText(percent),
      meaning.kind === 'flow' && !meaning.today && period !== null
        ? `${dayText(period.from)} – ${dayText(period.to)}`
        : kindText(meaning),
    ]),
  ];
}

const StatusChoices = loadable(
  async () => (await import(/* webpackChunkName: "filter-drawer" */ './Choices')).StatusChoices,
);

/** Chooses and orders the statuses of a card. Closing it saves the choice. */
function StatusSelector({ widget, title }: { readonly widget: Widget; readonly title: string }) {
  const statuses = useAppSelector(selectStatuses)(widget);
  const chosen = selectedOf(statuses).length;
  return (
    <Popover
      title={`Statuses of ${title}`}
      name={`Statuses of ${title}: ${chosen}/${statuses.length}`}
      label={
        <>
          <Icon name="filter" />
          <span aria-hidden="true">
            {chosen}/{statuses.length}
          </span>
        </>
      }
    >
      {() => <StatusChoices widget={widget} />}
    </Popover>
  );
}
