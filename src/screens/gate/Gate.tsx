import type { ReactNode } from 'react';
import { BrandPanel } from './BrandPanel';

interface GateProps {
  readonly children: ReactNode;
  /** Below the brand where there is room, below everything where there is not. */
  readonly aside?: ReactNode;
}

/** The frame of every page before somebody is signed in. */
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
