import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import { ordered, selectedOf, toggled, type Arrangement } from '../../../../sagas/features/dashboards/home/arrangement';
import { percentText } from '../../../../sagas/features/dashboards/home/card.rules';
import { selectStatuses } from '../../../../sagas/features/dashboards/home/cardRequests.selectors';
import { selectCardChartView, type CardView } from '../../../../sagas/features/dashboards/home/cards.selectors';
import {
  cardViewChosen,
  statusesArranged,
  statusesClosed,
  tooManySelected,
} from '../../../../sagas/features/dashboards/home/home.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Icon } from '../../../ui/Icon';
import { OrderList } from '../../../ui/OrderList';
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
        csv={view.face === 'full' ? () => csvRows(view) : null}
        picture={() => document.getElementById(`card-${widget}`)?.closest('section') ?? null}
      />
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

/** Chooses and orders the statuses of a card. Closing it saves the choice. */
export function StatusSelector({ widget, title }: { readonly widget: Widget; readonly title: string }) {
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
      {() => <Selector widget={widget} statuses={statuses} />}
    </Popover>
  );
}

function Selector({ widget, statuses }: { readonly widget: Widget; readonly statuses: Arrangement<string> }) {
  const dispatch = useDispatch();
  useEffect(() => () => void dispatch(statusesClosed({ widget })), [dispatch, widget]);
  return (
    <OrderList
      items={statuses.map(({ code, isSelected }) => ({ id: code, isSelected, label: codeLabel(widget, code) }))}
      onToggle={(code) => {
        const next = toggled(statuses, code);
        dispatch(next === null ? tooManySelected() : statusesArranged({ widget, statuses: next }));
      }}
      onOrder={(codes) => dispatch(statusesArranged({ widget, statuses: ordered(statuses, codes) }))}
    />
  );
}
