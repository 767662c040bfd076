import { useLayoutEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { selectArrangement, selectShownCards } from '../../../sagas/homeDashboard/requests.selectors';
import { ordered, WIDGET_LABELS } from '../../../sagas/homeDashboard/index';
import { cardsArranged } from '../../../sagas/homeDashboard/homeDashboard.intents';
import { useAppSelector } from '../../app/state';
import { moved } from '../../ui/OrderList';
import { useDragOrder } from '../../ui/useDragOrder';
import { Card } from './Card';

/** Two columns where there is room, one otherwise, in one order. Cards are moved by their grip, or by keys on it. */
export function CardGrid() {
  const dispatch = useDispatch();
  const shown = useAppSelector(selectShownCards);
  const arrangement = useAppSelector(selectArrangement);
  const grid = useRef<HTMLDivElement>(null);
  const refocus = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const widget = shown[from];
    if (widget === undefined || to < 0 || to >= shown.length || from === to) return;
    setSaid(`${WIDGET_LABELS[widget]} is now ${to + 1} of ${shown.length}.`);
    dispatch(cardsArranged({ cards: ordered(arrangement, moved(shown, from, to)) }));
  };
  useDragOrder(grid, move);
  // An element that is moved loses the focus: the hand that pressed is still on it.
  useLayoutEffect(() => {
    if (refocus.current !== null) document.getElementById(refocus.current)?.focus();
    refocus.current = null;
  });
  return (
    <>
      <div ref={grid} className="card-grid">
        {shown.map((widget, at) => (
          <Card
            key={widget}
            widget={widget}
            onMove={(step) => {
              refocus.current = `card-grip-${widget}`;
              move(at, at + step);
            }}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="dashboard-empty">All cards are hidden. Show some of them with Widgets.</p>}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
