import { useDispatch } from 'react-redux';
import { cardsArranged, tooManySelected } from '../../../sagas/homeDashboard/homeDashboard.intents';
import { allOf, isWidget, ordered, toggled, WIDGET_LABELS } from '../../../sagas/homeDashboard/index';
import { selectArrangement, selectPermitted } from '../../../sagas/homeDashboard/requests.selectors';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { OrderList } from '../../ui/OrderList';
import { Popover } from '../../ui/Popover';

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
            items={cards.map(({ code, isSelected }) => ({ id: code, isSelected, label: WIDGET_LABELS[code] }))}
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
