import {
  BROADCAST_ESCALATIONS,
  BROADCAST_ESCALATION_LABELS,
  type BroadcastEscalation,
} from '../../../../contract/broadcasts/broadcast';
import { CheckField } from '../../../ui/CheckField';

interface EscalationFieldsProps {
  readonly chosen: readonly BroadcastEscalation[];
  readonly onChange: (chosen: readonly BroadcastEscalation[]) => void;
}

/** Who is notified after the deadline of recipients who have not accepted. */
export function EscalationFields({ chosen, onChange }: EscalationFieldsProps) {
  return (
    <div role="group" aria-label="Notified after the deadline">
      <p className="control-hint">After the deadline, send the list of people who have not accepted to:</p>
      {BROADCAST_ESCALATIONS.map((each) => (
        <CheckField
          key={each}
          id={`escalate-${each}`}
          name="escalateTo"
          label={BROADCAST_ESCALATION_LABELS[each]}
          checked={chosen.includes(each)}
          onChange={(checked) =>
            onChange(BROADCAST_ESCALATIONS.filter((other) => (other === each ? checked : chosen.includes(other))))
          }
        />
      ))}
    </div>
  );
}
