import type { ReactNode } from 'react';
import { selectConfig } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { ProductMark } from '../../ui/ProductMark';

/** [row, start, length] of the shifts on the board; a third element of true marks one that is under way. */
const SHIFTS: readonly (readonly [row: number, start: number, length: number, busy?: true])[] = [
  [0, 0, 3],
  [0, 4, 5, true],
  [0, 10, 4],
  [1, 1, 6],
  [1, 8, 3, true],
  [1, 12, 4],
  [2, 0, 2],
  [2, 3, 4],
  [2, 8, 6],
  [3, 2, 5, true],
  [3, 8, 2],
  [3, 11, 5],
  [4, 0, 4],
  [4, 5, 3],
  [4, 9, 5, true],
];

const ROW_HEIGHT = 60;
const ROWS = 5;

/** An outlined planning board behind the text. Decorative only. */
function ShiftBoard() {
  return (
    <svg className="gate-art" viewBox="0 0 640 600" preserveAspectRatio="xMinYMin slice" aria-hidden="true">
      {[0, ROWS].flatMap((offset) =>
        SHIFTS.map(([row, start, length, busy]) => (
          <rect
            key={`${row + offset} ${start}`}
            className={busy && 'busy'}
            x={start * 40 + 1}
            y={(row + offset) * ROW_HEIGHT + 1}
            width={length * 40 - 10}
            height="44"
            rx="12"
          />
        )),
      )}
    </svg>
  );
}

/**
 * The brand. The build does not know the host's name and tagline: the server fills them into the page, and on a host
 * without that they come with the configuration.
 */
function BrandPanel() {
  const { productName, tagline } = useAppSelector(selectConfig).branding;
  return (
    <header className="gate-brand">
      <div className="gate-product">
        <ProductMark />
        <span suppressHydrationWarning>{productName}</span>
      </div>
      <p className="gate-tagline" suppressHydrationWarning>
        {tagline}
      </p>
      <ShiftBoard />
    </header>
  );
}

interface GateProps {
  readonly children: ReactNode;
  /** Below the brand on wide screens, below everything on narrow ones. */
  readonly aside?: ReactNode;
}

/** The frame of every page before sign-in. */
export function Gate({ children, aside }: GateProps) {
  return (
    <div className="gate">
      <BrandPanel />
      <main className="gate-main">
        {children}
        <Copyright />
      </main>
      {aside}
    </div>
  );
}

function Copyright() {
  return <p className="gate-foot">© 2025. All rights reserved.</p>;
}
