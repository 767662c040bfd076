import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';

/** Whether this page has shown a step before. One object for the whole app, shared by all steps. */
export const StepsContext = createContext<{ seen: boolean }>({ seen: false });

/** Id of the heading of a form: the form is labelled by it. */
export const FORM_HEADING = 'form-heading';

/** Heading of a step with a form, which is announced with the form when its first field takes the focus. */
export function FormHeading({ children }: { readonly children: ReactNode }) {
  const steps = useContext(StepsContext);
  useEffect(() => void (steps.seen = true), [steps]);
  return <h1 id={FORM_HEADING}>{children}</h1>;
}

/**
 * Heading of a step without a form. If it replaces another step it takes the focus, so that a screen reader continues
 * there; on a page just opened the focus is left alone.
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
