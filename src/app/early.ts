/**
 * Inlined in the page: loads the app after the first paint, because on a slow phone the app's first task takes longer than
 * painting the page.
 *
 * A press before the app is ready is not lost: the last one is kept, shown, and done as soon as the app reacts. Without
 * scripts the form posts its fields in the body, so that no address ever holds a password.
 */
import { wantsDevtools } from '../ports/devtoolsVisit';
import { afterPaint } from '../ports/idle';
import { APP_READY, showRecorderMissing } from './pageSignals';

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

const KINDS = ['click', 'submit'];

for (const kind of KINDS) document.addEventListener(kind, keep, true);
document.addEventListener(APP_READY, release, { once: true });

function startApp(): void {
  const { scripts, devtools } = document.documentElement.dataset;
  const withDevtools = wantsDevtools();
  for (const src of (withDevtools ? devtools : scripts)?.split(' ') ?? []) {
    const onerror = withDevtools ? showRecorderMissing : null;
    // Loaded in parallel, executed in order.
    document.head.append(Object.assign(document.createElement('script'), { src, async: false, onerror }));
  }
}

afterPaint(startApp);
