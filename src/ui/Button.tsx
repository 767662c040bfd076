import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'primary' | 'plain';
  /** As wide as what it stands in. */
  readonly fluid?: boolean;
  /** Work is under way. The button stays pressable and focused: whoever listens decides what a second press means. */
  readonly busy?: boolean;
}

export function Button({ look = 'plain', fluid = false, busy = false, type = 'button', ...rest }: ButtonProps) {
  const names = ['ui', look === 'primary' && 'primary', fluid && 'fluid', busy && 'loading', 'button'];
  return <button {...rest} type={type} className={names.filter(Boolean).join(' ')} aria-busy={busy || undefined} />;
}

/** Reads as a link, acts on this page. */
export function LinkButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) {
  return <button {...props} type="button" className="link" />;
}
