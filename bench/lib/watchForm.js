/**
 * Runs in the measured page before anything else. Asks every few milliseconds whether the form works, by the events
 * a browser sends: typed text stays, and submitting reaches the page's own handler.
 */
(() => {
  const state = { usableMs: 0, layoutShift: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.layoutShift += entry.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });

  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const probe = () => {
    const input = document.querySelector('form input:not([type=hidden])');
    if (!input?.form) return false;
    if (input.value === '') {
      setValue.call(input, 'probe');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (input.value !== 'probe') return false;
    return !input.form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  };
  const timer = setInterval(() => {
    if (!probe()) return;
    clearInterval(timer);
    state.usableMs = performance.now();
  }, 8);

  const inline = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent).join('');
  globalThis.benchFigures = () => {
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
    if (state.usableMs === 0 || !firstPaint || document.readyState !== 'complete') return undefined;
    return {
      ...state,
      firstPaintMs: firstPaint.startTime,
      inlineScript: inline('script:not([src]):not([type="application/json"])'),
      inlineStyle: inline('style'),
    };
  };
})();
