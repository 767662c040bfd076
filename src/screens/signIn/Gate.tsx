import type { ReactNode } from 'react';
import { selectConfig } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { ProductMark } from '../../ui/ProductMark';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/**
 * A week by unit: d and n are a day and a night shift, in capitals those that are filled during the animation, o is
 * open.
 */
const WEEK: Readonly<Record<string, string>> = {
  ICU: 'dndD.no',
  Emergency: 'n.NdnDd',
  PACU: 'ddNn.o.',
  Telemetry: '.nddDnN',
  NICU: 'n.dNno.',
  'Med/Surg': 'dD.ndnd',
  Oncology: 'nno.Ddn',
  Surgery: 'dNddn..',
};
const HOURS: Readonly<Record<string, string>> = { d: '7a – 7p', n: '7p – 7a', o: 'Open' };
const FIRST_COLUMN = 84;
const COLUMN = 80;
const FIRST_ROW = 30;
const ROW = 52;

function stateOf(code: string): string {
  if (code === 'o') return 'open';
  return code === code.toUpperCase() ? 'late' : 'filled';
}

/** A week of shifts that fills up, behind the text. Decorative only. */
function ShiftBoard() {
  return (
    <svg className="gate-art" viewBox="0 0 644 446" preserveAspectRatio="xMinYMin slice" aria-hidden="true">
      {DAYS.map((day, at) => (
        <text key={day} x={FIRST_COLUMN + at * COLUMN} y="14">
          {day}
        </text>
      ))}
      {Object.entries(WEEK).map(([unit, week], row) => (
        <g key={unit} transform={`translate(0 ${FIRST_ROW + row * ROW})`}>
          <text y="25">{unit}</text>
          {[...week].map(
            (code, at) =>
              code !== '.' && (
                <g key={at} className={stateOf(code)} transform={`translate(${FIRST_COLUMN + at * COLUMN} 0)`}>
                  <rect width="72" height="40" rx="8" />
                  <text x="10" y="25">
                    {HOURS[code.toLowerCase()]}
                  </text>
                </g>
              ),
          )}
        </g>
      ))}
    </svg>
  );
}

/**
 * The product's logo and name. The build does not know the host's name and tagline: the server fills them into the
 * page, or they come with the configuration.
 */
export function Product() {
  const { productName } = useAppSelector(selectConfig).branding;
  return (
    <div className="gate-product">
      <ProductMark />
      <span suppressHydrationWarning>{productName}</span>
    </div>
  );
}

function BrandPanel() {
  const { tagline } = useAppSelector(selectConfig).branding;
  return (
    <header className="gate-brand">
      <Product />
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
