/**
 * Runs in the measured page before anything else. Checks every few milliseconds, with the events that a browser sends:
 * - accepted: typed text stays, and a submit is caught, even if the app handles it a little later
 * - usable: typed text stays, and a submit reaches the app itself. A prerendered page reports this moment.
 */
(() => {
  const state = { acceptedMs: 0, usableMs: 0, layoutShift: 0 };
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
  const isAppThere = () => {
    const { page, ready } = document.documentElement.dataset;
    return page === undefined || ready !== undefined;
  };
  const timer = setInterval(() => {
    if (state.acceptedMs !== 0 && !isAppThere()) return;
    if (!probe()) return;
    state.acceptedMs ||= performance.now();
    if (!isAppThere()) return;
    clearInterval(timer);
    state.usableMs = performance.now();
  }, 8);

  const blockingStyles = () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name, renderBlockingStatus }) => renderBlockingStatus === 'blocking' && name.endsWith('.css'))
      .map(({ name }) => name);
  const inline = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent).join('');
  globalThis.benchFigures = () => {
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
    if (state.usableMs === 0 || !firstPaint || document.readyState !== 'complete') return undefined;
    return {
      ...state,
      firstPaintMs: firstPaint.startTime,
      inlineScript: inline('script:not([src]):not([type="application/json"])'),
      inlineStyle: inline('style'),
      blockingStyles: blockingStyles(),
    };
  };
})();
