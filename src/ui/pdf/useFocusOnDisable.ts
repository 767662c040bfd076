import { useEffect, useRef, type RefObject } from 'react';

/** A button that becomes disabled loses the focus; keys keep working from `fallback`. */
export function useFocusOnDisable(within: RefObject<HTMLElement>, fallback: RefObject<HTMLElement>): void {
  const inside = useRef(false);
  useEffect(() => {
    const element = within.current;
    if (element === null) return;
    const enter = () => void (inside.current = true);
    const leave = ({ relatedTarget }: FocusEvent) => {
      // Without a next element the focus is lost, not moved.
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) inside.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [within]);
  useEffect(() => {
    const focused = document.activeElement;
    const lost = focused === document.body || (focused instanceof HTMLButtonElement && focused.disabled);
    if (inside.current && lost) fallback.current?.focus();
  });
}
