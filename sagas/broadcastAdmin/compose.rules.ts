/** What the form of a broadcast sends, whom it reaches, and how its preview looks. Pure. */
import type { BodyOf, OrganizationType } from '../../contract';
import type { QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { isPdf } from '../broadcasts/live.rules';
import type { DocumentAddress } from '../documents/preview';
import { messageHtml } from './messageHtml';
import type { Audience, ComposeStart, ComposeValues } from './compose.types';
import { instantOf } from './zoneTime';

export const ORGANIZATION_TYPE_LABELS: Readonly<Record<OrganizationType, string>> = {
  OWNER: 'Platform',
  VMS: 'Managing organization',
  CLIENT: 'Facilities',
  AGENCY: 'Suppliers',
};

const iso = (wall: string, zone: string): string | undefined => {
  const ms = wall === '' ? null : instantOf(wall, zone);
  return ms === null ? undefined : new Date(ms).toISOString();
};

export function bodyOf(values: ComposeValues, documentId: string | null): BodyOf<'createBroadcast'> {
  const { requestId, displayFrequency, stickyNotification, releaseNotes, forceLogout, zone } = values;
  const sendAt = values.when === 'later' ? iso(values.sendAt, zone) : undefined;
  const endsAt = iso(values.endsAt, zone);
  return {
    ...{ requestId, displayFrequency, stickyNotification, releaseNotes, forceLogout },
    subject: values.subject.trim(),
    template: messageHtml(values.message),
    organizationTypes: [...values.organizationTypes],
    organizationIds: [...values.organizationIds],
    ...(documentId !== null && { broadcastDocumentId: documentId }),
    ...(sendAt !== undefined && { sendAt }),
    ...(endsAt !== undefined && { endsAt }),
  };
}

/** How many people it goes to: those of a type that is chosen count once, however their organisations are. */
export function reachOf({ types, organizations }: Audience, values: ComposeValues): number {
  const chosen = (type: string) => values.organizationTypes.some((each) => each === type);
  const byType = types.filter(({ type }) => chosen(type)).reduce((sum, { people }) => sum + people, 0);
  const alone = organizations.filter(({ id, type }) => values.organizationIds.includes(id) && !chosen(type));
  return byType + alone.reduce((sum, { people }) => sum + people, 0);
}

/** The moment as messages show it: MM-DD-YYYY hh:mm:ss and the zone in four characters. */
function stampOf(iso: string): string {
  const [day = '', time = ''] = iso.split('T');
  const [year, month, dayOfMonth] = day.split('-');
  return `${month}-${dayOfMonth}-${year} ${time.slice(0, 8)} UTC`;
}

/** As its readers will get it. */
export function previewOf(
  values: ComposeValues,
  { sender, openedAt }: Pick<ComposeStart, 'sender' | 'openedAt'>,
  documentName: string,
): QueuedBroadcast {
  const planned = values.when === 'later' ? instantOf(values.sendAt, values.zone) : null;
  const date = new Date(planned ?? openedAt).toISOString();
  return {
    entityId: values.requestId,
    tenantId: '',
    subject: values.subject.replace(/\s+/g, ' ').trim() || 'No subject yet',
    template: messageHtml(values.message),
    displayFrequency: values.displayFrequency,
    documentName,
    stickyNotification: values.stickyNotification,
    releaseNotes: values.releaseNotes,
    forceLogout: values.forceLogout,
    notificationDate: date,
    notificationDateWithZone: stampOf(date),
    sender,
  };
}

/** Where the viewer finds its document; null where that is no PDF. */
export function broadcastAddress(of: {
  readonly entityId: string;
  readonly tenantId: string;
  readonly documentName: string;
}): DocumentAddress | null {
  return isPdf(of.documentName) ? { kind: 'broadcast', id: of.entityId, tenantId: of.tenantId } : null;
}
