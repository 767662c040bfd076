/** What has the focus, as its users know it; 'nothing' if it was lost. */
export function focused(): string {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return 'nothing';
  const labels = activeElement instanceof HTMLInputElement ? activeElement.labels : null;
  return (
    activeElement.getAttribute('aria-label') ??
    labels?.[0]?.textContent ??
    activeElement.textContent ??
    ''
  ).trim();
}
