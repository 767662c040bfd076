/** What makes a page, or a panel on it, hard to read or to click. */

/**
 * Runs in the page, over all of it or over a panel. In scroll containers only the visible part is checked; the rest can
 * be scrolled to.
 */
export function faultsInPage(panel: Element | null): string[] {
  const faults: string[] = [];
  const root = panel ?? document.body;
  const { clientWidth: width } = document.documentElement;
  const height = innerHeight;
  const nameOf = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
    return `<${element.tagName.toLowerCase()}${element.className ? `.${String(element.getAttribute('class')).split(' ')[0]}` : ''}> ${text.slice(0, 50)}`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.visually-hidden, .skip-link, [aria-hidden="true"], [inert]') === null;
  /** Cached per element: all cells of a table have the same ancestors. */
  const once = <T>(find: (element: Element) => T) => {
    const known = new Map<Element, T>();
    return (element: Element): T => {
      if (!known.has(element)) known.set(element, find(element));
      return known.get(element)!;
    };
  };
  const scrolls = once((element) => /auto|scroll/.test(getComputedStyle(element).overflow));
  const clips = once((element) => /hidden|clip/.test(getComputedStyle(element).overflowX));
  const sticks = once((element) => /sticky|fixed/.test(getComputedStyle(element).position));
  const ancestors = once((element): readonly Element[] => {
    const parent = element.parentElement;
    return parent === null || parent === document.documentElement ? [] : [parent, ...ancestors(parent)];
  });
  /** The scroll containers of an element, innermost first. */
  const frames = once((element) => ancestors(element).filter((each) => each !== document.body && scrolls(each)));
  const isInFrames = (element: Element, box: DOMRect) =>
    frames(element).every((frame) => {
      const around = frame.getBoundingClientRect();
      return (
        box.left >= around.left - 1 &&
        box.right <= around.right + 1 &&
        box.top >= around.top - 1 &&
        box.bottom <= around.bottom + 1
      );
    });

  if (panel === null) {
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  } else {
    const box = panel.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
      faults.push(`outside the window: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
  }

  // Texts: inside the window, and not cut off, unless with an ellipsis and a tooltip.
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (
      element === null ||
      node.textContent?.trim() === '' ||
      !isShown(element) ||
      element.closest('option, select') !== null
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (frames(element).length === 0 && (box.left < -1 || box.right > width + 1)) {
      const cutter = [element, ...ancestors(element)].find(clips);
      if (cutter === undefined) faults.push(`text outside the window: ${nameOf(element)}`);
    }
    const cutter = [element, ...ancestors(element)].find((each) => {
      if (!clips(each) || each === document.body) return false;
      const around = each.getBoundingClientRect();
      return box.right > around.right + 1.5 || box.left < around.left - 1.5;
    });
    if (cutter === undefined || !isInFrames(cutter, cutter.getBoundingClientRect())) continue;
    if (getComputedStyle(cutter).textOverflow !== 'ellipsis') faults.push(`cut: ${nameOf(element)}`);
    else {
      // Truncated text is shown in full on hover.
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      const said = [cutter, element, ...ancestors(element)].some(
        (each) => each.hasAttribute('title') || each.getAttribute('aria-label') !== null,
      );
      if (!said) faults.push(`cut, and nowhere in full: ${nameOf(element)}`);
    }
  }

  // Placeholders: at least half of the text, or twelve letters, must be visible.
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (pen === null || field.value !== '' || !isShown(field)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const [all, some] = [field.placeholder, field.placeholder.slice(0, 12)].map((text) => pen.measureText(text).width);
    if (room < Math.min(all! / 2, some!)) faults.push(`hardly readable: ${field.placeholder}`);
  }

  // Controls: not under another layer, and none over another.
  const controls = [...root.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((each) => {
    const box = each.getBoundingClientRect();
    const isIn = box.left >= -1 && box.right <= width + 1 && box.top >= 0 && box.bottom <= height;
    return isShown(each) && box.width > 2 && box.height > 2 && isIn && isInFrames(each, box);
  });
  for (const control of controls) {
    const box = control.getBoundingClientRect();
    const [first] = control.getClientRects();
    const at = control.tagName === 'A' && first !== undefined ? first : box;
    const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (top === null || control.contains(top) || top.contains(control) || top.closest('label')?.contains(control))
      continue;
    if ((control as HTMLInputElement).labels?.[0]?.contains(top)) continue;
    // Sticky elements cover what scrolls under them.
    if ([top, ...ancestors(top)].some(sticks) && panel === null) continue;
    faults.push(`under another layer: ${nameOf(control)}, under ${nameOf(top)}`);
  }
  /** The clipped part cannot be clicked: a name longer than its cell does not reach into the next one. */
  const pressable = once((element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (const each of ancestors(element)) {
      if (!clips(each) || each === document.body) continue;
      const around = each.getBoundingClientRect();
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return { left, right, top, bottom };
  });
  const isStuck = once((element) => [element, ...ancestors(element)].some(sticks));
  /** It stays when the page is scrolled; a column that sticks to the side does not. */
  const stays = once((element) => {
    const { position, top, bottom } = getComputedStyle(element);
    return position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'));
  });
  const isStaying = once((element) => [element, ...ancestors(element)].some(stays));
  /** A mark with its own link in the empty part of a larger link: it hides no text and is large enough to be hit. */
  const isMarkWithin = (mark: Element, link: Element): boolean => {
    const [box, around] = [mark.getBoundingClientRect(), link.getBoundingClientRect()];
    const isInside =
      box.left >= around.left && box.right <= around.right && box.top >= around.top && box.bottom <= around.bottom;
    const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let hides = false;
    while (texts.nextNode() !== null) {
      range.selectNodeContents(texts.currentNode);
      for (const { left, right, top, bottom } of range.getClientRects())
        hides ||= right > box.left + 1 && left < box.right - 1 && bottom > box.top + 1 && top < box.bottom - 1;
    }
    return link.tagName === 'A' && isInside && !hides && box.width >= 24 && box.height >= 24;
  };
  for (const [index, one] of controls.entries()) {
    const a = pressable(one);
    for (const other of controls.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = pressable(other);
      const [over, down] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ];
      if (over <= 2 || down <= 2) continue;
      // A button in the padding of its field.
      if (one.tagName === 'INPUT' && over <= parseFloat(getComputedStyle(one).paddingRight)) continue;
      if (isStuck(one) !== isStuck(other) || isStaying(one) !== isStaying(other)) continue;
      if (isMarkWithin(one, other) || isMarkWithin(other, one)) continue;
      faults.push(`two controls overlap: ${nameOf(one)} and ${nameOf(other)}`);
    }
  }
  return [...new Set(faults)];
}
