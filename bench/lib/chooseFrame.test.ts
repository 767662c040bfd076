/** @jest-environment jsdom */
import type { Page } from 'playwright-core';
import { chooseOtherFrame, FRAMES } from './chooseFrame';

/** A page whose functions run here. */
const page = { evaluate: (work: (given: unknown) => unknown, given: unknown) => work(given) } as unknown as Page;

/** A dashboard that requests its numbers when the time frame changes, as the app does. */
function showDashboard(frame: string): { readonly requested: string[] } {
  const options = ['MONTHLY_LAST_THIRTY_DAYS', ...FRAMES].map((value) => `<option>${value}</option>`);
  document.body.innerHTML = `
    <label class="dashboard-frame"><select>${options.join('')}</select></label>
    <section aria-busy="false"></section>`;
  const select = document.querySelector('select')!;
  const card = document.querySelector('section')!;
  const requested: string[] = [];
  select.value = frame;
  let shown = frame;
  select.addEventListener('change', () => {
    if (select.value === shown) return;
    shown = select.value;
    requested.push(shown);
    card.setAttribute('aria-busy', 'true');
    setTimeout(() => card.setAttribute('aria-busy', 'false'), 5);
  });
  return { requested };
}

test.each([
  ['MONTHLY_LAST_THIRTY_DAYS', [FRAMES[0], FRAMES[1], FRAMES[0]]],
  [FRAMES[0], [FRAMES[1], FRAMES[0], FRAMES[1]]],
  [FRAMES[1], [FRAMES[0], FRAMES[1], FRAMES[0]]],
])('from %s each choice is another time frame than the present one', async (frame, expected) => {
  const { requested } = showDashboard(frame);
  for (const _ of expected) {
    const { begun, painted } = await chooseOtherFrame(page);
    expect(painted).toBeGreaterThan(begun);
  }
  expect(requested).toEqual(expected);
});
