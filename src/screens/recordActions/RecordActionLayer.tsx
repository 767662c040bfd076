import type { FormEvent, KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { ENDED_BY, REASON_MAX_LENGTH, type ActionField } from '../../../contract/records/action';
import { noticeDismissed, type Notice } from '../../../sagas/base/notices/notices.slice';
import {
  selectActionForm,
  selectActionProgress,
  type ActionForm,
  type ActionProgress,
} from '../../../sagas/features/recordActions/recordActions.selectors';
import {
  actionCancelled,
  actionConfirmed,
  actionDraftChanged,
  actionResultClosed,
  actionStopped,
} from '../../../sagas/features/recordActions/recordActions.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import { Progress } from '../../ui/Progress';
import { SelectField } from '../../ui/SelectField';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import '../../ui/theme/recordActions.css';

const ENDED_BY_LABELS = { FACILITY: 'Facility', CLINICIAN: 'Clinician', SUPPLIER: 'Supplier' } as const;
const WHO = [
  { value: '', label: 'Please choose' },
  ...ENDED_BY.map((value) => ({ value, label: ENDED_BY_LABELS[value] })),
];

/** The form of an action, and the progress and result of one on several records. */
export function RecordActionLayer() {
  const form = useAppSelector(selectActionForm);
  const progress = useAppSelector(selectActionProgress);
  // The form of many is back, as it was filled in, once the result of a failure is closed.
  if (progress !== null) return <ActionRunDialog progress={progress} />;
  return form && <ActionFormDialog form={form} />;
}

function ActionFormDialog({ form }: { readonly form: ActionForm }) {
  const dispatch = useDispatch();
  const cancel = () => dispatch(actionCancelled());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispatch(actionConfirmed());
  };
  return (
    <Dialog title={form.title} onClose={cancel}>
      {form.problem !== null && (
        <Message tone={form.changed ? 'warning' : 'negative'} key={form.problemId}>
          {form.problem}
          {form.changed && (
            <>
              {' '}
              You saw: <strong>{form.changed.seen}</strong>. It is now: <strong>{form.changed.now}</strong>. What you
              entered is kept.
            </>
          )}
        </Message>
      )}
      <form className="ui form" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        {form.question !== null && <p className="confirmation-question">{form.question}</p>}
        {form.fields.map((each, index) => (
          <ActionFieldInput key={each.field} {...each} isFirst={index === 0} />
        ))}
        <div className="dialog-actions">
          <Button onClick={cancel} autoFocus={form.fields.length === 0}>
            Back
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            data-danger={form.isDangerous || undefined}
            // As for the button that comes to its place while the action runs.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {form.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** In a text of several lines Enter begins a line; on the Back button it goes back. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

type ActionFieldInputProps = ActionForm['fields'][number] & { readonly isFirst: boolean };

function ActionFieldInput({ field, requested, text, error, isFirst }: ActionFieldInputProps) {
  const dispatch = useDispatch();
  const change = (next: string) => dispatch(actionDraftChanged({ field, text: next }));
  const id = `action-${field}`;
  const common = { id, name: field, label: requested.label, error: error ?? null, autoFocus: isFirst };
  if (field === 'endedBy') {
    return <SelectField {...common} choices={WHO} value={text} onChange={(event) => change(event.target.value)} />;
  }
  if (field !== 'reason') {
    return (
      <TextField
        {...common}
        type={field === 'date' ? 'date' : 'text'}
        inputMode={INPUT_MODES[field]}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    );
  }
  return (
    <>
      <TextArea
        {...common}
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <div className="reason-suggestions" role="group" aria-label={`${requested.label}: proposals`}>
        {requested.suggestions?.map((suggestion) => (
          <Button key={suggestion} aria-pressed={text === suggestion} onClick={() => change(suggestion)}>
            {suggestion}
          </Button>
        ))}
      </div>
    </>
  );
}

const INPUT_MODES: Readonly<Partial<Record<ActionField, 'decimal' | 'numeric'>>> = {
  rateCents: 'decimal',
  minutes: 'decimal',
  openings: 'numeric',
};

function ActionRunDialog({ progress }: { readonly progress: ActionProgress }) {
  const dispatch = useDispatch();
  const { title, percent, text, isOver, notDone, undo } = progress;
  const close = () => dispatch(isOver ? actionResultClosed() : actionStopped());
  const takeBack = ({ id, undo: action }: Notice) => {
    if (action) dispatch(action);
    dispatch(noticeDismissed({ id }));
    dispatch(actionResultClosed());
  };
  return (
    <Dialog title={title} onClose={close}>
      <p role="status">{text}</p>
      {!isOver && <Progress name={title} percent={percent} />}
      {notDone.length > 0 && (
        <ul className="not-done">
          {notDone.map(({ id, name, sentence }) => (
            <li key={id}>
              <strong>{name}</strong>: {sentence}
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        {/* The notice with it lies behind this dialog. */}
        {undo && <Button onClick={() => takeBack(undo)}>Undo the completed ones</Button>}
        {/* The second press of a double click on the form's button is not meant for the one that came to its place. */}
        <Button autoFocus onClick={({ detail }) => detail < 2 && close()}>
          {isOver ? 'Close' : 'Stop'}
        </Button>
      </div>
    </Dialog>
  );
}
