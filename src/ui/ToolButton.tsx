import type { ButtonHTMLAttributes } from 'react';
import { Button as SemanticButton } from 'semantic-ui-react';
import { Icon, type IconName } from './Icon';
import './theme/popover.css';

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly icon?: IconName | undefined;
  /** Shows only the icon; `aria-label` is its label. */
  readonly iconOnly?: boolean;
  readonly primary?: boolean;
  readonly busy?: boolean;
}

/** A small button of a toolbar or panel. */
export function ToolButton({
  icon,
  iconOnly = false,
  primary = false,
  busy = false,
  type = 'button',
  children,
  'aria-pressed': pressed,
  ...rest
}: ToolButtonProps) {
  // Semantic's types do not allow `undefined`, React's do.
  const native: Readonly<Record<string, unknown>> = rest;
  return (
    <SemanticButton
      {...native}
      type={type}
      compact
      icon={iconOnly}
      primary={primary}
      // Semantic replaces `aria-pressed` by these.
      toggle={pressed !== undefined}
      active={pressed === true}
      aria-busy={busy || undefined}
    >
      {icon && <Icon name={icon} />}
      {children}
    </SemanticButton>
  );
}
