import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';

/** Whether a step has been shown on this page before. One object for the whole app, so that steps know of each other. */
export const StepsContext = createContext<{ seen: boolean }>({ seen: false });

/**
 * Names the step. Where it replaces another step it takes the focus, so that a screen reader reads on from here;
 * on a page just opened the focus stays where the browser put it.
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
