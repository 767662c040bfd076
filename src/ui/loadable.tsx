import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { trackPending } from '../ports/idle';
import { Button } from './prerendered/Button';
import { Loader } from './prerendered/Loader';
import { Message } from './prerendered/Message';

/** After a release, the server may no longer have the files of an open page. */
export const PART_MISSING =
  'This part of the page could not be loaded. Check your connection and try again, or reload the page.';

interface Loadable<P> {
  (props: P): ReactNode;
  /** Loads the code ahead of time. A failure is ignored: showing the component tries again. */
  readonly preload: () => Promise<void>;
}

/**
 * A component in its own chunk. Once loaded it renders immediately, without the placeholder frame of a suspended
 * component; after a failure the user can retry. With null as its placeholder it lies over the page, and so does the
 * message about its failure: outside of what a drawer makes inert.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = <Loader>Loading</Loader>,
): Loadable<P> {
  let Part: ComponentType<P> | null = null;
  let pending: Promise<ComponentType<P>> | null = null;
  const fetchPart = async () => {
    Part ??= await (pending ??= load().finally(() => (pending = null)));
  };
  const preload = () => fetchPart().catch(() => undefined);

  function LoadablePart(props: P) {
    /** Null once it has loaded. */
    const [failed, setFailed] = useState<boolean | null>(false);
    // As rendered: the code may arrive between the rendering and the effect, which must then render it.
    const isMissing = Part === null;
    // Not only in the effect, which runs after the page around it is painted.
    if (isMissing && !failed) void preload();
    useEffect(() => {
      if (!isMissing || failed) return;
      void fetchPart()
        .then(
          () => setFailed(null),
          () => setFailed(true),
        )
        .finally(trackPending());
    }, [isMissing, failed]);
    if (Part !== null) return <Part {...props} />;
    if (!failed) return meanwhile;
    const failure = (
      <div className="waiting">
        <Message tone="negative">{PART_MISSING}</Message>
        <Button
          variant="primary"
          onClick={({ currentTarget }) => {
            // The button is gone after a press, and what lies over the page is in nothing that takes the focus.
            const around = currentTarget.closest<HTMLElement>('[tabindex]') ?? document.getElementById('page');
            around?.focus({ preventScroll: true });
            setFailed(false);
          }}
        >
          Retry
        </Button>
      </div>
    );
    return meanwhile === null ? createPortal(failure, document.body) : failure;
  }

  return Object.assign(LoadablePart, { preload });
}
