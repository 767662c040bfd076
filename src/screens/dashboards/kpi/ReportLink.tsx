import type { ReactNode } from 'react';
import { Icon } from '../../../ui/Icon';
import { Link } from '../../../ui/Link';

interface ReportLinkProps {
  readonly to: string;
  /** Opens in this tab. */
  readonly inApp?: boolean;
  /** Without the icon for a new tab, as one of many in a table. */
  readonly plain?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link to the rows behind a figure, which opens in a new tab. */
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
