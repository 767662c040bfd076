import { useDispatch } from 'react-redux';
import { formDiscarded, formRefreshed } from '../../../../sagas/forms/forms.intents';
import type { FormView } from '../../../../sagas/forms/forms.selectors';
import { LinkButton } from '../../../ui/Button';
import { Message } from '../../../ui/Message';

interface FormNotesProps {
  readonly form: FormView;
  /** What somebody else has changed since the form was opened. */
  readonly meanwhile: readonly string[];
  /** The problem stands at its field. */
  readonly atField?: boolean;
  /** What was typed before was there when the page was opened. */
  readonly restored: boolean;
  readonly onDiscard: () => void;
}

/** What there is to know above a form: why it was not saved, what changed meanwhile, what is left from before. */
export function FormNotes({ form, meanwhile, atField = false, restored, onDiscard }: FormNotesProps) {
  const dispatch = useDispatch();
  const { key, conflict, refreshing, error, errorId } = form;
  return (
    <div className="form-notes">
      {conflict && !atField && (
        <Message tone="warning" key={errorId}>
          This was not saved, because it has been changed since you opened it. What you have typed is still here.{' '}
          <LinkButton onClick={() => dispatch(formRefreshed())}>
            {refreshing ? 'Fetching…' : 'See the newer state'}
          </LinkButton>
        </Message>
      )}
      {error !== null && !conflict && (
        <Message tone="negative" key={errorId}>
          {error}
        </Message>
      )}
      {meanwhile.length > 0 && (
        <Message tone="info">
          This is the newer state, with your changes on top of it. Changed meanwhile: {meanwhile.join('; ')}. Save again
          to keep yours.
        </Message>
      )}
      {restored && form.draft !== null && (
        <Message tone="info">
          These are your changes from before, which are not saved yet.{' '}
          <LinkButton
            onClick={() => {
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
