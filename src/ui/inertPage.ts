/** What lies behind a dialog or a drawer is inert; both may be stacked, a dialog above a drawer. */

/** How many layers make each element inert. */
const held = new Map<Element, number>();

/** Makes the page inert, and for a dialog the open drawers, too. Returns the function that releases them. */
export function coverPage(by: 'dialog' | 'drawer'): () => void {
  const covered = [
    ...document.querySelectorAll(by === 'dialog' ? '#root, .drawer-backdrop, .drawer.is-beside' : '#root'),
  ];
  for (const element of covered) {
    held.set(element, (held.get(element) ?? 0) + 1);
    element.setAttribute('inert', '');
  }
  return () => {
    for (const element of covered) {
      const left = (held.get(element) ?? 1) - 1;
      if (left > 0) held.set(element, left);
      else {
        held.delete(element);
        element.removeAttribute('inert');
      }
    }
  };
}
