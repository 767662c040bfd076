import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';

interface ReportLinkProps {
  readonly to: string;
  /** Here, instead of in a tab of its own. */
  readonly inApp?: boolean;
  /** Without the sign of another tab: one of many in a table. */
  readonly plain?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The rows behind a figure. A tab of its own has everything it needs in its address. */
export function ReportLink({ to, inApp = false, plain = false, className, children }: ReportLinkProps) {
  if (inApp) {
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} className={className} target="_blank" rel="noopener">
      {children}
      {!plain && <Icon name="external" />}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
