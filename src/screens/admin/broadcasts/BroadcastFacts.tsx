import { useDispatch } from 'react-redux';
import { DISPLAY_FREQUENCY_LABELS } from '../../../../contract/broadcasts/broadcast';
import type { BroadcastPage } from '../../../../sagas/features/admin/broadcasts/broadcast.selectors';
import { RECIPIENT_TYPE_LABELS, broadcastAddress } from '../../../../sagas/features/admin/broadcasts/compose.rules';
import { ownZone } from '../../../../sagas/base/dates';
import { zonedText } from '../../../../sagas/base/zones';
import { confirmationRequested } from '../../../../sagas/features/confirmations/confirmations.slice';
import { documentOpened } from '../../../../sagas/features/documents/documents.slice';
import { broadcastDocumentRequested } from '../../../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import { Button, LinkButton } from '../../../ui/Button';
import { SafeHtml } from '../../../ui/SafeHtml';
import '../../../ui/theme/queues.css';

type Broadcast = NonNullable<BroadcastPage['broadcast']>;

const STATES: Readonly<Record<Broadcast['status'], string>> = {
  SCHEDULED: 'Scheduled',
  SENT: 'Sent',
  ENDED: 'Ended',
  CANCELLED: 'Cancelled',
};

/** What its send time means. */
const SEND_TIMES: Readonly<Record<Broadcast['status'], string>> = {
  SCHEDULED: 'Will be sent',
  SENT: 'Sent',
  ENDED: 'Sent',
  CANCELLED: 'Was scheduled for',
};

interface BroadcastFactsProps {
  readonly page: BroadcastPage;
  readonly broadcast: Broadcast;
}

/** The broadcast's text and settings. */
export function BroadcastFacts({ page, broadcast }: BroadcastFactsProps) {
  const dispatch = useDispatch();
  const { entityId: id, subject: name, status, displayFrequency, organizationTypes, organizationNames } = broadcast;
  const { tenantId, documentName } = broadcast;
  const moment = (iso: string) => zonedText(Date.parse(iso), ownZone());
  const to = [...organizationTypes.map((type) => RECIPIENT_TYPE_LABELS[type]), ...organizationNames];
  const options = [
    broadcast.stickyNotification && 'Sticky',
    broadcast.releaseNotes && 'Release note',
    broadcast.forceLogout && 'Force logout',
  ].filter(Boolean);
  const kind = status === 'SCHEDULED' ? 'cancelBroadcast' : 'endBroadcast';
  const canEnd = status === 'SCHEDULED' || (status === 'SENT' && displayFrequency === 'EVERY_LOGIN');
  const address = broadcastAddress(broadcast);
  return (
    <section className="form-card" aria-label="Message">
      <SafeHtml className="queue-text broadcast-text" html={broadcast.template} text={name} />
      {page.hasDocument && (
        <p className="broadcast-document">
          {documentName}{' '}
          {address !== null && (
            <LinkButton onClick={() => dispatch(documentOpened({ ...address, title: name }))}>Show</LinkButton>
          )}{' '}
          <LinkButton onClick={() => dispatch(broadcastDocumentRequested({ entityId: id, tenantId }))}>
            Download
          </LinkButton>
        </p>
      )}
      <dl className="facts">
        <Fact name="Status" value={STATES[status]} />
        <Fact name={SEND_TIMES[status]} value={moment(broadcast.sentAt ?? broadcast.sendAt)} />
        {broadcast.endsAt !== null && (
          <Fact name={status === 'CANCELLED' ? 'Was to end at' : 'Ends at'} value={moment(broadcast.endsAt)} />
        )}
        <Fact name="Frequency" value={DISPLAY_FREQUENCY_LABELS[displayFrequency]} />
        <Fact name="Recipients" value={to.join(', ')} />
        {options.length > 0 && <Fact name="Options" value={options.join(', ')} />}
        {broadcast.createdBy !== null && <Fact name="Written by" value={broadcast.createdBy} />}
      </dl>
      {canEnd && (
        <Button onClick={() => dispatch(confirmationRequested({ action: { kind, id, name } }))}>
          {status === 'SCHEDULED' ? 'Cancel broadcast' : 'End broadcast'}
        </Button>
      )}
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
