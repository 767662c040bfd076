import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { BROADCAST_ESCALATION_LABELS, type BroadcastEscalation } from '../../../../contract/broadcasts/broadcast';
import { ownZone } from '../../../../sagas/base/dates';
import { wallText, zonedText } from '../../../../sagas/base/zones';
import type { BroadcastPage } from '../../../../sagas/features/admin/broadcasts/broadcast.selectors';
import { deadlineOpened, deadlineSubmitted } from '../../../../sagas/features/admin/broadcasts/broadcast.slice';
import { useUnsavedInput } from '../../../hooks/useUnsavedInput';
import { Button } from '../../../ui/Button';
import { Message } from '../../../ui/Message';
import { TextField } from '../../../ui/TextField';
import { EscalationFields } from './EscalationFields';
import { countText } from '../../../../sagas/base/numbers';

type Broadcast = NonNullable<BroadcastPage['broadcast']>;
interface DeadlineProps {
  readonly page: BroadcastPage;
  readonly broadcast: Broadcast;
}

/** The deadline for accepting it, who is notified after that, and changing both. */
export function Deadline({ page, broadcast }: DeadlineProps) {
  const dispatch = useDispatch();
  const { entityId, acceptBy, escalateTo = [], escalatedAt, overduePeople } = broadcast;
  // An opened form closes once its deadline is saved.
  const [editing, setEditing] = useState<number | null>(null);
  if (editing === page.deadlinesSaved)
    return <DeadlineForm page={page} broadcast={broadcast} onClose={() => setEditing(null)} />;
  const moment = (iso: string) => zonedText(Date.parse(iso), ownZone());
  const canChange = page.followUps.includes('deadline');
  const isBusy = page.busy.includes('deadline');
  if (acceptBy === null && !canChange) return null;
  return (
    <section className="deadline" aria-label="Deadline">
      {acceptBy === null && <p className="quiet">There is no deadline for accepting it.</p>}
      {acceptBy !== null && (
        <p>
          <strong>Accept by {moment(acceptBy)}.</strong>{' '}
          {escalatedAt === null
            ? escalateTo.length > 0 && outlookText(broadcast, canChange)
            : overdueText(overduePeople ?? 0, moment(escalatedAt), escalateTo)}
        </p>
      )}
      {page.deadlineError !== null && <Message tone="negative">{page.deadlineError}</Message>}
      {canChange && (
        <Button
          busy={isBusy}
          onClick={() => {
            // Its answer would close the form again.
            if (isBusy) return;
            dispatch(deadlineOpened({ entityId }));
            setEditing(page.deadlinesSaved);
          }}
        >
          {acceptBy === null ? 'Set a deadline' : 'Change the deadline'}
        </Button>
      )}
    </section>
  );
}

const recipientsText = (escalateTo: readonly BroadcastEscalation[]): string =>
  escalateTo
    .map((each) => BROADCAST_ESCALATION_LABELS[each])
    .join(', ')
    .replace(/The|Those/g, (word) => word.toLowerCase());

/** One that no one could accept in time is not escalated. */
function outlookText({ acceptBy, escalateTo = [], sentAt, endsAt }: Broadcast, canChange: boolean): string {
  const isBeforeDeadline = (at: string) => acceptBy !== null && Date.parse(at) < Date.parse(acceptBy);
  if (sentAt !== null && !isBeforeDeadline(sentAt))
    return `It was sent after this deadline, so no one will be notified.${canChange ? ' To have people notified, please choose a later deadline.' : ''}`;
  if (endsAt !== null && isBeforeDeadline(endsAt)) return 'It ended before this deadline, so no one will be notified.';
  return `Notified after the deadline: ${recipientsText(escalateTo)}.`;
}

function overdueText(people: number, at: string, escalateTo: readonly BroadcastEscalation[]): string {
  if (people === 0) return 'Everyone had accepted it by then.';
  const who = people === 1 ? 'One person had' : `${countText(people)} people had`;
  return `${who} not accepted it by then.${escalateTo.length > 0 ? ` Notified at ${at}: ${recipientsText(escalateTo)}.` : ''}`;
}

function DeadlineForm({ page, broadcast, onClose }: DeadlineProps & { readonly onClose: () => void }) {
  const dispatch = useDispatch();
  const { acceptBy, escalateTo } = broadcast;
  // Another sender may change it while this is open.
  const [replaces] = useState(acceptBy);
  const [wall, setWall] = useState(acceptBy === null ? '' : wallText(Date.parse(acceptBy), ownZone()));
  const [chosen, setChosen] = useState<readonly BroadcastEscalation[]>(
    acceptBy === null ? ['SENDERS'] : (escalateTo ?? []),
  );
  useUnsavedInput(wall, chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dispatch(deadlineSubmitted({ acceptBy: wall, escalateTo: chosen, replaces }));
  };
  return (
    <form
      className="ui form deadline"
      aria-label="Deadline"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {page.deadlineError !== null && <Message tone="negative">{page.deadlineError}</Message>}
      <TextField
        id="deadline-acceptBy"
        name="acceptBy"
        type="datetime-local"
        label="Accept by"
        autoFocus
        value={wall}
        onChange={(event) => setWall(event.target.value)}
      />
      {wall !== '' && <EscalationFields chosen={chosen} onChange={setChosen} />}
      {wall === '' && acceptBy !== null && <p className="control-hint">Leave it empty for no deadline.</p>}
      <div className="dialog-actions">
        <Button onClick={onClose}>Back</Button>
        <Button variant="primary" type="submit" busy={page.busy.includes('deadline')}>
          Save
        </Button>
      </div>
    </form>
  );
}
