import { useEffect } from 'react';
import { blended, mayBlend, pathInBar } from '../../../ports/blending';
import { callAfter } from '../../../ports/clock.port';
import { opensElsewhere } from '../../../ui/Link';

/** How long (ms) the page may stand still until what it becomes is there; then that comes as it would without this. */
const PATIENCE_MS = 300;
const NAME = 'opened-card';
const LIST = '.list-screen';

/** Set while a link is pressed, or Back announced, that was held. */
let passing = false;

/** The page and the card that a list was opened from, until one is back there. */
let opener: { readonly path: string; readonly card: string } | null = null;

/** A card opens into the list behind the number that is pressed, and Back closes the list into the card. */
export function CardOpening() {
  useEffect(() => {
    forgetOpener();
    document.addEventListener('click', press, true);
    return () => document.removeEventListener('click', press, true);
  }, []);
  return null;
}

function press(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLElement>('.card-grid a[href]');
  const card = link?.closest('section');
  if (passing || !link || !card || event.button !== 0 || opensElsewhere(event) || !mayBlend()) return;
  event.preventDefault();
  event.stopPropagation();
  opener = { path: pathInBar(), card: card.getAttribute('aria-labelledby') ?? '' };
  window.addEventListener('popstate', comeBack, true);
  void morph(card, () => passOn(() => link.click()), LIST);
}

/** The page must be captured before the app hears of the change, and renders it. */
function comeBack(event: PopStateEvent): void {
  if (passing || opener?.path !== pathInBar()) return;
  const { card } = opener;
  forgetOpener();
  const list = document.querySelector<HTMLElement>(LIST);
  if (list === null || !mayBlend()) return;
  event.stopImmediatePropagation();
  const announce = () => window.dispatchEvent(new PopStateEvent('popstate', { state: event.state as unknown }));
  void morph(list, () => passOn(announce), `.card-grid section[aria-labelledby="${CSS.escape(card)}"]`);
}

function forgetOpener(): void {
  opener = null;
  window.removeEventListener('popstate', comeBack, true);
}

function passOn(move: () => void): void {
  passing = true;
  move();
  passing = false;
}

/** `move` leads to the page with the element that `from` becomes. */
async function morph(from: HTMLElement, move: () => void, to: string): Promise<void> {
  from.style.viewTransitionName = NAME;
  let next: HTMLElement | null = null;
  await blended(async () => {
    move();
    next = await appearance(to);
    from.style.viewTransitionName = '';
    if (next !== null) next.style.viewTransitionName = NAME;
  });
  (next as HTMLElement | null)?.style.removeProperty('view-transition-name');
}

/** The first element that the selector finds; null where that takes too long. */
function appearance(selector: string): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      cancelTimer();
      resolve(document.querySelector<HTMLElement>(selector));
    };
    const look = () => document.querySelector(selector) !== null && end();
    const observer = new MutationObserver(look);
    const cancelTimer = callAfter(PATIENCE_MS, end);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
