import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import type { FormView } from '../../../../sagas/features/admin/forms/forms.selectors';
import { formRetried } from '../../../../sagas/features/admin/forms/forms.slice';
import { selectPersistentQuery, selectPathname } from '../../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { Loader } from '../../../ui/Loader';
import { Message } from '../../../ui/Message';
import '../../../ui/theme/admin.css';

/** Takes the focus when a note of the form, which has it, is removed. */
export const FORM_HEADING = 'form-heading';

interface FormPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly form: Pick<FormView, 'loaded' | 'error' | 'errorId'>;
  /** The list that the form belongs to. */
  readonly back: { readonly label: string; readonly to: string };
  readonly children: ReactNode;
}

/** A page with one form, in each state of loading. */
export function FormPage({ title, lead, form, back, children }: FormPageProps) {
  const dispatch = useDispatch();
  return (
    <section className="admin-page" aria-label={title}>
      <div className="admin-head">
        <h1 id={FORM_HEADING} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="quiet">{lead}</p>}
      </div>
      {form.loaded !== null && children}
      {form.loaded === null && form.error === null && <Loader>Loading the form</Loader>}
      {form.loaded === null && form.error !== null && (
        <div className="admin-missing">
          <Message tone="negative" key={form.errorId}>
            This cannot be shown. {form.error}
          </Message>
          <div className="admin-actions">
            <Button variant="primary" onClick={() => dispatch(formRetried())}>
              Retry
            </Button>
            <Link to={back.to}>{back.label}</Link>
          </div>
        </div>
      )}
    </section>
  );
}

interface FormActionsProps {
  readonly save: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Leaving keeps what was typed as a draft. */
  readonly back: string;
  readonly children?: ReactNode;
}

/** Stays visible at the bottom, however long the form is. */
export function FormActions({ save, busy, disabled = false, back, children }: FormActionsProps) {
  return (
    <div className="form-actions">
      {children}
      <Link className="ui button" to={back}>
        Cancel
      </Link>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {save}
      </Button>
    </div>
  );
}

/** The list that a form belongs to: `admin/users/add` and `admin/users/7/edit` lead back to `admin/users`. */
export function useBack(): string {
  const pathname = useAppSelector(selectPathname) ?? '/';
  const persistentQuery = useAppSelector(selectPersistentQuery);
  return pathname.replace(/\/(add|[^/]+\/edit|[^/]+)\/?$/, '') + persistentQuery;
}
