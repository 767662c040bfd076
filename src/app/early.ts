/**
 * A few lines that arrive long before the app does. Who submits the form in between is not sent to another page:
 * the press is kept, shown, and done as soon as the app answers. Until even this is there, the form posts its fields
 * in the body, so that no address ever holds a password.
 */
import { APP_READY, isReady } from './ready';

let waiting: HTMLFormElement | null = null;

function keep(event: SubmitEvent): void {
  event.preventDefault();
  waiting = event.target as HTMLFormElement;
  submitButton(waiting)?.classList.add('loading');
}

function release(): void {
  document.removeEventListener('submit', keep, true);
  if (waiting === null) return;
  submitButton(waiting)?.classList.remove('loading');
  if (waiting.isConnected) waiting.requestSubmit();
}

const submitButton = (form: HTMLFormElement) => form.querySelector('[type="submit"]');

if (!isReady(document)) {
  document.addEventListener('submit', keep, true);
  document.addEventListener(APP_READY, release, { once: true });
}
