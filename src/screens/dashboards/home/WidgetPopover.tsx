import { useDispatch } from 'react-redux';
import { allOf, isWidget, ordered, toggled } from '../../../../sagas/features/dashboards/home/arrangement';
import { selectArrangement, selectPermitted } from '../../../../sagas/features/dashboards/home/cardRequests.selectors';
import { cardsArranged, tooManySelected } from '../../../../sagas/features/dashboards/home/home.slice';
import { widgetOf } from '../../../../sagas/features/dashboards/home/widgets';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { LinkButton } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { OrderList } from '../../../ui/OrderList';
import { Popover } from '../../../ui/Popover';

/** Which cards are shown, and in which order. */
export function WidgetPopover() {
  const dispatch = useDispatch();
  const cards = useAppSelector(selectArrangement);
  const permitted = useAppSelector(selectPermitted);
  return (
    <Popover
      title="Widgets"
      label={
        <>
          <Icon name="columns" />
          Widgets
        </>
      }
    >
      {() => (
        <>
          <OrderList
            items={cards.map(({ code, isSelected }) => ({ id: code, isSelected, label: widgetOf(code).label }))}
            onToggle={(code) => {
              const next = isWidget(code) ? toggled(cards, code) : null;
              dispatch(next === null ? tooManySelected() : cardsArranged({ cards: next }));
            }}
            onOrder={(codes) => dispatch(cardsArranged({ cards: ordered(cards, codes) }))}
          />
          <LinkButton onClick={() => dispatch(cardsArranged({ cards: allOf(permitted) }))}>Reset to default</LinkButton>
        </>
      )}
    </Popover>
  );
}
