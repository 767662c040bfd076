import type { ButtonHTMLAttributes } from 'react';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: 'primary' | 'plain';
  /** As wide as its container. */
  readonly fluid?: boolean;
  /** In progress. The button stays enabled and focusable; its handler decides about a second press. */
  readonly busy?: boolean;
}

/** The same button without Semantic, for pages that are rendered at build time. */
export function Button({ variant = 'plain', fluid = false, busy = false, type = 'button', ...rest }: ButtonProps) {
  const names = ['ui', variant === 'primary' && 'primary', fluid && 'fluid', busy && 'loading', 'button'];
  return <button {...rest} type={type} className={names.filter(Boolean).join(' ')} aria-busy={busy || undefined} />;
}

/** A button that looks like a link. */
export function LinkButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) {
  return <button {...props} type="button" className="link" />;
}
