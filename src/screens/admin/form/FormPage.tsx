import type { ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { formRetried } from '../../../../sagas/forms/forms.intents';
import type { FormView } from '../../../../sagas/forms/forms.selectors';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { Loader } from '../../../ui/Loader';
import { Message } from '../../../ui/Message';
import '../../../ui/theme/admin.css';

interface FormPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly form: Pick<FormView, 'loaded' | 'error' | 'errorId'>;
  /** Where the list is that this belongs to. */
  readonly back: { readonly label: string; readonly to: string };
  readonly children: ReactNode;
}

/** A page with one form, and its faces before the form is there. */
export function FormPage({ title, lead, form, back, children }: FormPageProps) {
  const dispatch = useDispatch();
  return (
    <section className="admin-page" aria-label={title}>
      <div className="admin-head">
        <h1>{title}</h1>
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
            <Button look="primary" onClick={() => dispatch(formRetried())}>
              Retry
            </Button>
            <Link to={back.to}>{back.label}</Link>
          </div>
        </div>
      )}
    </section>
  );
}
