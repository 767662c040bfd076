import { Progress as SemanticProgress } from 'semantic-ui-react';
import './theme/progress.css';

/** Progress from 0 to 100. Semantic's bar lacks role and value. */
export function Progress({ name, percent }: { readonly name: string; readonly percent: number }) {
  return (
    <SemanticProgress
      percent={percent}
      size="tiny"
      role="progressbar"
      aria-label={name}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    />
  );
}
