import { useEffect } from 'react';
import { blended, mayBlend } from '../../../ports/blending';
import { callAfter } from '../../../ports/clock.port';
import { opensElsewhere } from '../../../ui/Link';

/** How long (ms) the page may stand still until what it opens is there; then that comes as it would without this. */
const PATIENCE_MS = 300;
const NAME = 'opened-card';
const LIST = '.list-screen';

/** Set while a link is pressed that was held. */
let passing = false;

/** A card opens into the list behind the number that is pressed. Back is plain: the app hears of it when the page has changed. */
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
  if (passing || !link || !card || event.button !== 0 || opensElsewhere(event) || !mayBlend()) return;
  event.preventDefault();
  event.stopPropagation();
  void morph(card, () => {
    passing = true;
    link.click();
    passing = false;
  });
}

/** `move` replaces the card by the list. */
async function morph(card: HTMLElement, move: () => void): Promise<void> {
  card.style.viewTransitionName = NAME;
  let list: HTMLElement | null = null;
  await blended(async () => {
    move();
    list = await listThere();
    card.style.viewTransitionName = '';
    if (list !== null) list.style.viewTransitionName = NAME;
  });
  (list as HTMLElement | null)?.style.removeProperty('view-transition-name');
}

/** Null where it takes too long. */
function listThere(): Promise<HTMLElement | null> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      cancelTimer();
      resolve(document.querySelector<HTMLElement>(LIST));
    };
    const look = () => document.querySelector(LIST) !== null && end();
    const observer = new MutationObserver(look);
    const cancelTimer = callAfter(PATIENCE_MS, end);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
