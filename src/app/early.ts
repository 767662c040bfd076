/**
 * A few lines that stand in the page itself and start the app once the page has been painted: on a slow phone the app's
 * first task takes longer than the page's first picture.
 *
 * Who presses a button in between has not pressed for nothing: the last press is kept, shown, and done as soon as the
 * app answers. Where no script runs, the form posts its fields in the body, so that no address ever holds a password.
 */
import { afterPaint } from '../ports/afterPaint';
import { wantsTape } from '../ports/wantsTape';
import { APP_READY } from './ready';
import { sayRecorderMissing } from './recorderMissing';

/** The button that was pressed, or the form where there was none: Enter in a field. */
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

const KINDS = ['click', 'submit'];

for (const kind of KINDS) document.addEventListener(kind, keep, true);
document.addEventListener(APP_READY, release, { once: true });

function startApp(): void {
  const { scripts, taped } = document.documentElement.dataset;
  const isTaped = wantsTape();
  for (const src of (isTaped ? taped : scripts)?.split(' ') ?? []) {
    const onerror = isTaped ? sayRecorderMissing : null;
    // In their order, each as soon as it is there.
    document.head.append(Object.assign(document.createElement('script'), { src, async: false, onerror }));
  }
}

afterPaint(startApp);
