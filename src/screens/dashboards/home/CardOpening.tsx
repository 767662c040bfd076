import { useEffect } from 'react';
import { canAnimateViews, interceptHistory, pathInBar, withViewTransition } from '../../../ports/viewTransition';
import { callAfter } from '../../../ports/clock.port';
import { opensElsewhere } from '../../../ui/Link';
import '../../../ui/theme/cardOpening.css';

/** How long (ms) the captured page may wait for the next one; after that it comes without a transition. */
const NEXT_WAIT_MS = 300;
const NAME = 'opened-card';
const LIST = '.list-screen';

/** Whether the click being handled is the one dispatched below, which must pass. */
let isOwnClick = false;

/** The page and the card that a list was opened from, until one is back there. */
let opener: { readonly path: string; readonly card: string } | null = null;

/** A card morphs into the list of the pressed number, and Back turns the list into the card again. */
export function CardOpening() {
  useEffect(() => {
    opener = null;
    interceptHistory(comeBack);
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, []);
  return null;
}

function press(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLElement>('.card-grid a[href]');
  const card = link?.closest('section');
  if (isOwnClick || !link || !card || event.button !== 0 || opensElsewhere(event) || !canAnimateViews()) return;
  event.preventDefault();
  event.stopPropagation();
  opener = { path: pathInBar(), card: card.getAttribute('aria-labelledby') ?? '' };
  const open = () => {
    isOwnClick = true;
    link.click();
    isOwnClick = false;
  };
  void morph(card, open, LIST);
}

/** The page must be captured before the app receives and renders the change. */
function comeBack(report: () => void): void {
  const list = document.querySelector<HTMLElement>(LIST);
  if (list === null || opener?.path !== pathInBar() || !canAnimateViews()) return report();
  void morph(list, report, `.card-grid section[aria-labelledby="${CSS.escape(opener.card)}"]`);
}

/** The element with the view-transition-name; a new transition takes it over. */
let named: HTMLElement | null = null;
let transitions = 0;

function giveName(element: HTMLElement | null): void {
  named?.style.removeProperty('view-transition-name');
  named = element;
  if (named !== null) named.style.viewTransitionName = NAME;
}

/** Animates `from` into the element that matches `to` on the page that `move` opens. */
async function morph(from: HTMLElement, move: () => void, to: string): Promise<void> {
  const nth = (transitions += 1);
  giveName(from);
  await withViewTransition(async () => {
    move();
    giveName(await appearance(to));
  });
  if (nth === transitions) giveName(null);
}

/** Waits for the first element that matches; null if that takes too long. */
function appearance(selector: string): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      cancelTimer();
      resolve(document.querySelector<HTMLElement>(selector));
    };
    const look = () => document.querySelector(selector) !== null && end();
    const observer = new MutationObserver(look);
    const cancelTimer = callAfter(NEXT_WAIT_MS, end);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
