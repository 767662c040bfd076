import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { nowUnderWay } from '../ports/underWay';
import { Button } from './Button';
import { Loader } from './Loader';
import { Message } from './Message';

interface Loadable<P> {
  (props: P): JSX.Element;
  /** Fetches the code ahead of time. Failing here says nothing: showing it tries again. */
  readonly preload: () => Promise<void>;
}

/**
 * A part of the app that comes in a file of its own. Once that file is there it renders at once, without the frame
 * of a placeholder that a suspended component costs; where the file does not come, the person can ask again.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = <Loader>Loading</Loader>,
): Loadable<P> {
  let Part: ComponentType<P> | null = null;
  const fetchPart = async () => {
    Part ??= await load();
  };

  function LoadablePart(props: P) {
    const [, rerender] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part !== null || failed) return;
      void fetchPart()
        .then(
          () => rerender((count) => count + 1),
          () => setFailed(true),
        )
        .finally(nowUnderWay());
    }, [failed]);
    if (Part !== null) return <Part {...props} />;
    return failed ? <PartMissing onRetry={() => setFailed(false)} /> : <>{meanwhile}</>;
  }

  return Object.assign(LoadablePart, { preload: () => fetchPart().catch(() => undefined) });
}

function PartMissing({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="waiting">
      <Message tone="negative">This part of the page could not be loaded. Check your connection and try again.</Message>
      <Button look="primary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
