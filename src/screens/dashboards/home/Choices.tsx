/** The contents of the popovers of the home dashboard; loaded while idle, because the first view does not need them. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import { allOf, isWidget, ordered } from '../../../../sagas/features/dashboards/home/arrangement';
import { toggled } from '../../../../sagas/features/dashboards/home/arrangementChanges';
import {
  selectArrangement,
  selectPermitted,
  selectStatuses,
} from '../../../../sagas/features/dashboards/home/cardRequests.selectors';
import {
  cardsArranged,
  statusesArranged,
  statusesClosed,
  tooManySelected,
} from '../../../../sagas/features/dashboards/home/home.slice';
import { selectSharedAddress } from '../../../../sagas/features/dashboards/home/share.selectors';
import { widgetOf } from '../../../../sagas/features/dashboards/home/widgets';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { copyText, fullAddress } from '../../../ports/browser';
import { LinkButton } from '../../../ui/Button';
import { WALL_DISPLAY_PARAM } from '../../../../sagas/navigation/location/location.selectors';
import { Link } from '../../../ui/Link';
import { OrderList } from '../../../ui/OrderList';

/** Which statuses of a card are shown, and in which order. Closing it saves the choice. */
export function StatusChoices({ widget }: { readonly widget: Widget }) {
  const dispatch = useDispatch();
  const statuses = useAppSelector(selectStatuses)(widget);
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

/** Which cards are shown, and in which order. */
export function WidgetChoices() {
  const dispatch = useDispatch();
  const cards = useAppSelector(selectArrangement);
  const permitted = useAppSelector(selectPermitted);
  return (
    <>
      <OrderList
        items={cards.map(({ code, isSelected }) => ({ id: code, isSelected, label: widgetOf(code).label }))}
        onToggle={(code) => {
          const next = isWidget(code) ? toggled(cards, code) : null;
          dispatch(next === null ? tooManySelected() : cardsArranged({ cards: next }));
        }}
        onOrder={(codes) => dispatch(cardsArranged({ cards: ordered(cards, codes) }))}
      />
      <div className="widget-links">
        <LinkButton onClick={() => dispatch(cardsArranged({ cards: allOf(permitted) }))}>Reset to default</LinkButton>
        <CopyLink />
        <WallDisplayLink />
      </div>
    </>
  );
}

/** Opens the same cards for a screen on the wall; Back returns here. */
function WallDisplayLink() {
  const address = useAppSelector(selectSharedAddress);
  return address === null ? null : <Link to={`${address}&${WALL_DISPLAY_PARAM}=1`}>Show on a wall display</Link>;
}

/** Copies a link to exactly this view; if the browser does not allow that, it shows the link. */
function CopyLink() {
  const address = useAppSelector(selectSharedAddress);
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  if (address === null) return null;
  const link = fullAddress(address);
  return (
    <>
      <LinkButton onClick={() => void copyText(link).then((done) => setCopied(done ? 'yes' : 'no'))}>
        Copy link to this view
      </LinkButton>
      <span role="status">{copied === 'yes' && 'The link has been copied.'}</span>
      {copied === 'no' && (
        <label className="copy-by-hand">
          Copy this link:
          <input readOnly value={link} onFocus={(event) => event.target.select()} />
        </label>
      )}
    </>
  );
}
