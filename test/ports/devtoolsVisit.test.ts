/**
 * Only the demo has the recorder and the replay: elsewhere no address loads them.
 *
 * @jest-environment jsdom
 */
import { RECORDER_KEY, wantsDevtools } from '../../src/ports/devtoolsVisit';

function visit(address: string, mode: string, noted?: string): boolean {
  document.body.innerHTML = `<script type="application/json" id="runtime-config">${JSON.stringify({ mode })}</script>`;
  window.history.replaceState(null, '', address);
  window.sessionStorage.clear();
  if (noted !== undefined) window.sessionStorage.setItem(RECORDER_KEY, noted);
  return wantsDevtools();
}

it.each(['/signin?recorder=1', '/?tape=', '/?a=b&tape=/x.tape.jsonl'])('%s is for the demo only', (address) => {
  expect(visit(address, 'demo')).toBe(true);
  expect(visit(address, 'production')).toBe(false);
});

it('a tab that records remembers it, in the demo only', () => {
  expect(visit('/signin', 'demo', 'recording')).toBe(true);
  expect(visit('/signin', 'production', 'recording')).toBe(false);
});

it.each(['/signin', '/signin?recorders=1', '/?next=tape='])('%s loads neither', (address) => {
  expect(visit(address, 'demo')).toBe(false);
});

it('a page without its configuration loads the app', () => {
  visit('/?tape=', 'demo');
  document.body.innerHTML = '';
  expect(wantsDevtools()).toBe(false);
});
