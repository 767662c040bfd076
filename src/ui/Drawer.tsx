import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { createPortal } from 'react-dom';
import { Sidebar } from 'semantic-ui-react';
import { Icon } from './Icon';
import { coverPage } from './inertPage';
import { useReturnedFocus } from './returnedFocus';
import { useRootMark } from './useRootMark';
import './theme/drawer.css';
import './theme/iconButton.css';

interface DrawerProps {
  readonly title: string;
  readonly side?: 'left' | 'right';
  /** In a wide window it is beside the page, which stays usable; in a narrow window it covers the page. */
  readonly beside?: boolean;
  /** An element in it takes the focus by itself; otherwise its first button gets the focus. */
  readonly focusInside?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel over one side of the page, or beside it. The focus goes into it, and returns to where it was. */
export function Drawer({ beside = false, ...props }: DrawerProps) {
  const isWide = useIsWide();
  return beside && isWide ? <BesideDrawer {...props} /> : <CoveringDrawer {...props} />;
}

type PlacedProps = Omit<DrawerProps, 'beside'>;

/** The page behind it is inert while it is open; Escape and a press outside close it. */
function CoveringDrawer({ title, side = 'left', focusInside = false, onClose, children }: PlacedProps) {
  // A press in a dialog that was opened from the drawer is not outside it.
  const [backdrop, setBackdrop] = useState<HTMLElement | null>(null);
  // Must end before the focus returns, because an inert page cannot be focused.
  useEffect(() => coverPage('drawer'), []);
  const first = useFocusWhileOpen(backdrop, focusInside);
  return createPortal(
    <div ref={setBackdrop} className="drawer-backdrop">
      {backdrop !== null && (
        <Sidebar
          visible
          direction={side}
          className="drawer"
          target={backdrop}
          onHide={onClose}
          role="dialog"
          aria-modal="true"
          aria-label={title}
          onKeyDown={(event: KeyboardEvent) => isOwnEscape(event) && onClose()}
        >
          <Inside title={title} closeRef={first} onClose={onClose}>
            {children}
          </Inside>
        </Sidebar>
      )}
    </div>,
    document.body,
  );
}

/** Below the bar on top, whose buttons stay; Escape in it closes it. */
function BesideDrawer({ title, focusInside = false, onClose, children }: PlacedProps) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const first = useFocusWhileOpen(panel, focusInside);
  const top = useBarHeight();
  useRootMark('data-drawer-beside');
  return createPortal(
    <div
      ref={setPanel}
      className="drawer is-beside"
      style={{ top }}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => isOwnEscape(event) && onClose()}
    >
      <Inside title={title} closeRef={first} onClose={onClose}>
        {children}
      </Inside>
    </div>,
    document.body,
  );
}

/** React also reports the keys of dialogs that were opened from the drawer. */
const isOwnEscape = ({ key, defaultPrevented, currentTarget, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Escape' && !nativeEvent.isComposing && !defaultPrevented && currentTarget.contains(target as Node);

interface InsideProps extends Pick<DrawerProps, 'title' | 'onClose' | 'children'> {
  readonly closeRef: Ref<HTMLButtonElement>;
}

function Inside({ title, closeRef, onClose, children }: InsideProps) {
  return (
    <>
      <div className="drawer-head">
        <h2>{title}</h2>
        <button ref={closeRef} type="button" className="icon-button" aria-label={`Close ${title}`} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="drawer-body">{children}</div>
    </>
  );
}

/** Takes the focus once `shown` is there, unless something inside does, and gives it back at the end. */
function useFocusWhileOpen(shown: HTMLElement | null, isInside: boolean) {
  const first = useRef<HTMLButtonElement>(null);
  useReturnedFocus(shown);
  const leaves = useRef(isInside);
  useEffect(() => {
    if (!leaves.current) first.current?.focus();
  }, [shown]);
  return first;
}

/** On a desktop there is room for a page beside a drawer. */
const WIDE = '(width > 1024px)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

/** Where the bar on top of the page ends, which grows with its menu. */
function useBarHeight(): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const bar = document.querySelector('header');
    if (bar === null) return;
    const measure = () => setHeight(bar.getBoundingClientRect().height);
    const watch = new ResizeObserver(measure);
    measure();
    watch.observe(bar);
    return () => watch.disconnect();
  }, []);
  return height;
}
