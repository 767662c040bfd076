import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';

interface FormActionsProps {
  readonly save: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Leaving keeps what was typed. */
  readonly back: string;
  readonly children?: ReactNode;
}

/** Always in sight, however long the form is. */
export function FormActions({ save, busy, disabled = false, back, children }: FormActionsProps) {
  return (
    <div className="form-actions">
      {children}
      <Link className="ui button" to={back}>
        Cancel
      </Link>
      <Button type="submit" look="primary" busy={busy} disabled={disabled}>
        {save}
      </Button>
    </div>
  );
}
