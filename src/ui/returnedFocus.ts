/** Where the focus goes when what has it is removed, and when the layer that took it is closed. */
import { useEffect, useState } from 'react';

/** An element and everything it is in, up to the page or its layer: whatever is removed, something of it is left. */
type FocusPath = readonly Element[];

const MODAL = '[role="dialog"][aria-modal="true"]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** Where the focus returns after each open layer. */
const openersOf = new WeakMap<Element, readonly FocusPath[]>();

const thePage = () => document.getElementById('page');
const topModal = () => [...document.querySelectorAll(MODAL)].at(-1) ?? null;

export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

export function focusPathOf(element: Element): FocusPath {
  const path: Element[] = [];
  const page = thePage();
  let at: Element | null = element;
  while (at !== null && at !== document.body && (at === page || !at.contains(page))) {
    path.push(at);
    at = at.parentElement;
  }
  return path;
}

/** Focuses the first of them that can take the focus or has something in it that can; at last the page. */
export function focusNearest(path: FocusPath, within: Element | null = null): void {
  for (const place of [...path, thePage()]) {
    if (!(place instanceof HTMLElement) || !(within ?? document).contains(place)) continue;
    for (const each of place.matches(FOCUSABLE) ? [place] : place.querySelectorAll<HTMLElement>(FOCUSABLE)) {
      // Only controls are scrolled to: a page would jump to its top.
      each.focus({ preventScroll: each.tabIndex < 0 });
      if (document.activeElement === each) return;
    }
  }
}

/** What has the focus; if that is in a layer and is removed with it, the focus returns to the opener of that layer. */
function findOpeners(): readonly FocusPath[] {
  const { activeElement } = document;
  const own = activeElement === null ? [] : focusPathOf(activeElement);
  const layer = own.find((each) => openersOf.has(each)) ?? topModal();
  const further = (layer && openersOf.get(layer)) ?? [];
  return [own, ...further.filter((path) => path.some((each) => each.isConnected))];
}

/** When the layer is closed, the focus returns to where it was, unless something else has taken it by then. */
export function useReturnedFocus(layer: Element | null): void {
  // Found before anything in the layer takes the focus.
  const [openers] = useState(findOpeners);
  useEffect(() => {
    if (layer !== null) openersOf.set(layer, openers);
  }, [layer, openers]);
  useEffect(
    () => () => {
      // What is behind an open dialog cannot take it.
      if (isFocusLost()) focusNearest(openers.flat(), topModal());
    },
    [openers],
  );
}
