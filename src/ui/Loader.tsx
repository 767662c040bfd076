import { Loader as SemanticLoader } from 'semantic-ui-react';

/** Shows that something is loading, and what. */
export function Loader({ children }: { readonly children: string }) {
  return (
    <div className="waiting" role="status">
      <SemanticLoader active inline aria-hidden="true" />
      <p className="quiet">{children}</p>
    </div>
  );
}
