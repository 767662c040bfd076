import { Button as SemanticButton } from 'semantic-ui-react';
import type { ButtonProps } from './prerendered/Button';

/** Semantic has no button that looks like a link, so the sign-in page's is used everywhere. */
export { LinkButton } from './prerendered/Button';

/** A button; `variant` is `plain` or `primary`. While `busy` it shows a spinner and stays focusable. */
export function Button({
  variant = 'plain',
  fluid = false,
  busy = false,
  type = 'button',
  'aria-pressed': pressed,
  ...rest
}: ButtonProps) {
  // Semantic's types do not allow `undefined`, React's do.
  const native: Readonly<Record<string, unknown>> = rest;
  return (
    <SemanticButton
      {...native}
      type={type}
      primary={variant === 'primary'}
      fluid={fluid}
      loading={busy}
      // Semantic replaces `aria-pressed` by these.
      toggle={pressed !== undefined}
      active={pressed === true}
      aria-busy={busy || undefined}
    />
  );
}
