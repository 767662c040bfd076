import { Breadcrumb as SemanticBreadcrumb, BreadcrumbSection } from 'semantic-ui-react';
import { Link } from './Link';
import './theme/breadcrumb.css';

interface Crumb {
  readonly label: string;
  /** Null for the current page. */
  readonly to: string | null;
}

/** The path to this page, as a list in its own landmark. */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <SemanticBreadcrumb as="ol">
        {crumbs.map(({ label, to }, index) => (
          <li key={`${index}-${label}`}>
            {to === null ? (
              <BreadcrumbSection as="span" aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
                {label}
              </BreadcrumbSection>
            ) : (
              <BreadcrumbSection as={Link} to={to}>
                {label}
              </BreadcrumbSection>
            )}
          </li>
        ))}
      </SemanticBreadcrumb>
    </nav>
  );
}
