/**
 * A few lines that arrive long before the app does, and start it once the page has been painted: on a slow phone the
 * app's first task takes longer than the page's first picture.
 *
 * Who submits the form in between is not sent to another page: the press is kept, shown, and done as soon as the app
 * answers. Until even this is there, the form posts its fields in the body, so that no address ever holds a password.
 */
import { afterPaint } from '../ports/afterPaint';
import { wantsTape } from '../ports/wantsTape';
import { APP_READY, isReady } from './ready';

let waiting: HTMLFormElement | null = null;

function keep(event: SubmitEvent): void {
  event.preventDefault();
  waiting = event.target as HTMLFormElement;
  // On an element that React does not hydrate.
  document.documentElement.dataset['pressed'] = '';
}

function release(): void {
  document.removeEventListener('submit', keep, true);
  delete document.documentElement.dataset['pressed'];
  if (waiting?.isConnected) waiting.requestSubmit();
}

if (!isReady(document)) {
  document.addEventListener('submit', keep, true);
  document.addEventListener(APP_READY, release, { once: true });
}

function startApp(): void {
  const { scripts, taped } = document.documentElement.dataset;
  for (const src of (wantsTape() ? taped : scripts)?.split(' ') ?? []) {
    // In their order, each as soon as it is there.
    document.head.append(Object.assign(document.createElement('script'), { src, async: false }));
  }
}

afterPaint(startApp);
