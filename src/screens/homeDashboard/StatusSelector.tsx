import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { codeLabel, type Widget } from '../../../contract/dashboard';
import { statusesArranged, statusesClosed, tooManySelected } from '../../../sagas/homeDashboard/homeDashboard.intents';
import { ordered, selectedOf, toggled, type Arrangement } from '../../../sagas/homeDashboard/index';
import { selectStatuses } from '../../../sagas/homeDashboard/requests.selectors';
import { useAppSelector } from '../../app/state';
import { Icon } from '../../ui/Icon';
import { OrderList } from '../../ui/OrderList';
import { Popover } from '../../ui/Popover';

/** Which statuses a card shows, and in which order. What was chosen is kept when it closes. */
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
