/**
 * Inlined in the page: loads the app after the first paint, because on a slow phone the app's first task takes longer
 * than painting the page.
 *
 * A press before the app is ready is not lost: the last one is kept, shown, and done as soon as the app reacts. Without
 * scripts the form posts its fields in the body, so that no address ever holds a password. One that a link gives is
 * taken out of the address before anything is loaded.
 */
import { wantsDevtools } from '../ports/devtoolsVisit';
import { afterPaint } from '../ports/idle';
import { hideSignInQuery, returnSignInQuery } from '../ports/signInQuery';
import { APP_READY } from './pageSignals';

hideSignInQuery();

/** The button that was pressed, or the form after Enter in a field. */
let waiting: HTMLElement | null = null;

function keep(event: Event): void {
  const pressed = (event.target as Element).closest<HTMLElement>(event.type === 'click' ? 'button' : 'form');
  if (pressed === null) return;
  event.preventDefault();
  waiting = pressed;
  // On an element that React does not hydrate.
  document.documentElement.dataset['pressed'] = '';
}

function release(): void {
  for (const kind of KINDS) document.removeEventListener(kind, keep, true);
  delete document.documentElement.dataset['pressed'];
  if (!waiting?.isConnected) return;
  if (waiting instanceof HTMLFormElement) waiting.requestSubmit();
  else waiting.click();
}

let incomplete = false;

/** The app will not react any more, so a further press does what it does without scripts. */
function onerror(): void {
  waiting = null;
  release();
  returnSignInQuery();
  if (!incomplete) {
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<p class="no-script" role="alert">The page could not be loaded completely. Check your connection and reload the page.</p>',
    );
  }
  incomplete = true;
}

const KINDS = ['click', 'submit'];

for (const kind of KINDS) document.addEventListener(kind, keep, true);
document.addEventListener(APP_READY, release, { once: true });
window.pageIncomplete = onerror;

function startApp(): void {
  const { scripts, devtools } = document.documentElement.dataset;
  for (const src of (wantsDevtools() ? devtools : scripts)?.split(' ') ?? []) {
    // Loaded in parallel, executed in order.
    document.head.append(Object.assign(document.createElement('script'), { src, async: false, onerror }));
  }
}

afterPaint(startApp);
