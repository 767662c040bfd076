import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import {
  selectTourView,
  tourEnded,
  tourPutOff,
  tourStepChosen,
  type TourView,
} from '../../../sagas/features/tour/tour.slice';
import type { TourPlace } from '../../../sagas/features/tour/tour.steps';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button, LinkButton } from '../../ui/Button';
import { useReturnedFocus } from '../../ui/returnedFocus';
import '../../ui/theme/tour.css';

const PLACES: Readonly<Record<TourPlace, string>> = {
  menu: '.main-menu, .shell-bar > .icon-button[aria-label="Menu"]',
  needs: '.needs-you',
  figures: '.card',
  filters: '.page-tools',
  palette: '.shell-tools > .icon-button',
  bell: '.shell-tools [aria-label^="Notifications"]',
  profile: '.profile',
};

/** The tour for first-time users; the page can be used in the meantime. */
export function Tour() {
  const view = useAppSelector(selectTourView);
  useReturnedFocus(null);
  return view === null ? null : <Step key={view.step} view={view} />;
}

function Step({ view }: { readonly view: TourView }) {
  const dispatch = useDispatch();
  const { place, title, text, step, steps } = view;
  const card = useRef<HTMLDivElement>(null);
  const target = useTarget(PLACES[place]);
  const isPlaced = target !== undefined;
  useEffect(() => card.current?.focus({ preventScroll: true }), [isPlaced]);
  if (!isPlaced) return null;
  const to = (next: number) => dispatch(next < steps ? tourStepChosen({ step: next }) : tourEnded());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    dispatch(tourPutOff());
  };
  const isLast = step === steps - 1;
  return (
    <>
      {target !== null && <div className="tour-ring" style={ringAround(target)} aria-hidden="true" />}
      <div
        ref={card}
        className="tour"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        style={beside(target)}
        onKeyDown={onKeyDown}
      >
        <p className="tour-count">
          {step + 1} of {steps}
        </p>
        <h2 id="tour-title">{title}</h2>
        <p id="tour-text">{text}</p>
        <div className="tour-actions">
          {!isLast && <LinkButton onClick={() => dispatch(tourEnded())}>Skip</LinkButton>}
          <LinkButton onClick={() => dispatch(tourPutOff())}>Later</LinkButton>
          {step > 0 && <Button onClick={() => to(step - 1)}>Back</Button>}
          <Button variant="primary" onClick={() => to(step + 1)}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </>
  );
}

/** The place of the step's target in the window; null if the page has none, undefined while the page is loading. */
function useTarget(selector: string): DOMRect | null | undefined {
  const [box, setBox] = useState<DOMRect | null>();
  useLayoutEffect(() => {
    let isFirst = true;
    const look = () => {
      const element = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length > 0);
      if (isFirst && element !== undefined) {
        isFirst = false;
        element.scrollIntoView({ block: 'nearest' });
      }
      const found = element?.getBoundingClientRect() ?? null;
      if (found === null && document.querySelector('#page h1') === null) return;
      arrivals.disconnect();
      setBox((known) => (isSame(known, found) ? known : found));
    };
    // Until the page is there: a step shown in a corner first would jump to its target.
    const arrivals = new MutationObserver(look);
    arrivals.observe(document.body, { childList: true, subtree: true });
    look();
    // Content that arrives makes the page longer.
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      arrivals.disconnect();
      sizes.disconnect();
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [selector]);
  return box;
}

const isSame = (a: DOMRect | null | undefined, b: DOMRect | null) =>
  a === b || (a != null && a.x === b?.x && a.y === b.y && a.width === b.width && a.height === b.height);

const RING_PX = 4;
const ringAround = ({ left, top, width, height }: DOMRect): CSSProperties => ({
  left: left - RING_PX,
  top: top - RING_PX,
  width: width + 2 * RING_PX,
  height: height + 2 * RING_PX,
});

const WIDTH_PX = 340;
const HEIGHT_PX = 220;
const GAP_PX = 12;
/**
 * Places the step below its target, or above it, or over its lower end if it fills the window; always within the
 * window.
 */
function beside(target: DOMRect | null): CSSProperties {
  if (target === null) return { left: GAP_PX, bottom: GAP_PX };
  const left = Math.max(GAP_PX, Math.min(target.left, innerWidth - WIDTH_PX - GAP_PX));
  if (target.bottom + HEIGHT_PX + GAP_PX < innerHeight) return { left, top: target.bottom + GAP_PX };
  if (target.top > HEIGHT_PX + GAP_PX) return { left, bottom: innerHeight - target.top + GAP_PX };
  return { left, bottom: GAP_PX };
}
