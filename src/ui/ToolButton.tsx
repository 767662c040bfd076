import type { ButtonHTMLAttributes } from 'react';
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
export function ToolButton({ icon, iconOnly, primary, busy, type = 'button', children, ...rest }: ToolButtonProps) {
  const names = ['tool-button', iconOnly && 'is-icon', primary && 'is-primary', busy && 'is-busy'];
  return (
    <button {...rest} type={type} className={names.filter(Boolean).join(' ')} aria-busy={busy || undefined}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
