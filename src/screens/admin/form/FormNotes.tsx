import { useFormikContext } from 'formik';
import { useDispatch } from 'react-redux';
import { needsReauthentication } from '../../../../sagas/features/confirmations/reauthentication.slice';
import { formDiscarded, formRefreshed, formSubmitted } from '../../../../sagas/features/admin/forms/forms.slice';
import type { FormView } from '../../../../sagas/features/admin/forms/forms.selectors';
import { LinkButton } from '../../../ui/Button';
import { Message } from '../../../ui/Message';
import { ProofPrompt } from '../../confirmations/ProofPrompt';
import { FORM_HEADING } from './FormPage';

interface FormNotesProps {
  readonly form: FormView;
  /** What others have changed since the form was opened. */
  readonly meanwhile: readonly string[];
  /** The problem is shown at its field. */
  readonly atField?: boolean;
  /** The server's message about a change by another user; it may name who made it. */
  readonly conflictText?: string | null;
  /** The form was opened with changes typed earlier. */
  readonly restored: boolean;
  /** Whether anything of that is left, in the draft or beside it. */
  readonly unsaved?: boolean;
  readonly onDiscard: () => void;
}

/** Notes above a form: why it was not saved, what others changed, and restored changes. */
export function FormNotes({ form, meanwhile, atField = false, conflictText, restored, ...rest }: FormNotesProps) {
  const dispatch = useDispatch();
  const { values } = useFormikContext();
  const { key, draft, conflict, refreshing, error, errorId } = form;
  const { unsaved = draft !== null, onDiscard } = rest;
  const isDiscarded = restored && !unsaved;
  return (
    <div className="form-notes">
      {conflict && !atField && (
        <Message tone="warning" key={errorId}>
          {conflictText ??
            'This was not saved, because it has been changed since you opened it. What you have typed is still here.'}{' '}
          <LinkButton onClick={() => dispatch(formRefreshed())}>
            {refreshing ? 'Fetching…' : 'Show the newer version'}
          </LinkButton>
        </Message>
      )}
      {error !== null && !conflict && !atField && (
        <Message tone="negative" key={errorId}>
          {error}
        </Message>
      )}
      {needsReauthentication(form.failure) && <ProofPrompt then={() => formSubmitted({ values })} />}
      {meanwhile.length > 0 && !isDiscarded && (
        <Message tone="info">
          This is the newer version{draft !== null && ', with your changes applied'}. Changed in the meantime:{' '}
          {meanwhile.join('; ')}.{draft !== null && ' Save again to keep yours.'}
        </Message>
      )}
      {restored && !isDiscarded && (
        <Message tone="info">
          These are your changes from before, which are not saved yet.{' '}
          <LinkButton
            onClick={() => {
              document.getElementById(FORM_HEADING)?.focus();
              dispatch(formDiscarded({ key }));
              onDiscard();
            }}
          >
            Discard them
          </LinkButton>
        </Message>
      )}
    </div>
  );
}
