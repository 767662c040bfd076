/** Opens a page of ours in a tab of its own, which does not know this one: like a press on such a link. */
export function openTab(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}
