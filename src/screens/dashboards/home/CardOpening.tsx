import { useEffect } from 'react';
import { withViewTransition, canAnimateViews } from '../../../ports/viewTransition';
import { callAfter } from '../../../ports/clock.port';
import { opensElsewhere } from '../../../ui/Link';

/** How long (ms) the captured page may wait for the list; after that the list opens without a transition. */
const LIST_WAIT_MS = 300;
const NAME = 'opened-card';
const LIST = '.list-screen';

/** Whether the click being handled is the one dispatched below, which must pass. */
let isOwnClick = false;

/** A card morphs into the list of the pressed number. Going back is not animated: popstate comes after the page has changed. */
export function CardOpening() {
  useEffect(() => {
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
  void morph(card, () => {
    isOwnClick = true;
    link.click();
    isOwnClick = false;
  });
}

/** `move` navigates from the card to the list. */
async function morph(card: HTMLElement, move: () => void): Promise<void> {
  card.style.viewTransitionName = NAME;
  let list: HTMLElement | null = null;
  await withViewTransition(async () => {
    move();
    list = await waitForList();
    card.style.viewTransitionName = '';
    if (list !== null) list.style.viewTransitionName = NAME;
  });
  (list as HTMLElement | null)?.style.removeProperty('view-transition-name');
}

/** The list once it is in the page; null after LIST_WAIT_MS. */
function waitForList(): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      cancelTimer();
      resolve(document.querySelector<HTMLElement>(LIST));
    };
    const look = () => document.querySelector(LIST) !== null && end();
    const observer = new MutationObserver(look);
    const cancelTimer = callAfter(LIST_WAIT_MS, end);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
