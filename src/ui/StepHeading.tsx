import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';

/** Whether this page has shown a step before. One object for the whole app, shared by all steps. */
export const StepsContext = createContext<{ seen: boolean }>({ seen: false });

/**
 * Heading of a step. If it replaces another step it takes the focus, so that a screen reader continues there; on a page
 * just opened the focus is left alone.
 */
export function StepHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const steps = useContext(StepsContext);
  useEffect(() => {
    if (steps.seen) heading.current?.focus();
    steps.seen = true;
  }, [steps]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
