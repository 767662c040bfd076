/** The broadcast form: its values, what it sends, whom it reaches, and its preview. Pure. */
import type { BroadcastEscalation } from '../../../../contract/broadcasts/broadcast';
import type { OrganizationType } from '../../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import type { DisplayFrequency } from '../../../../contract/notifications/notification';
import type { QueuedBroadcast } from '../../../../machines/broadcastQueue/broadcastQueue.machine';
import { isoInstant, offsetText, stampText, wallInstant } from '../../../base/zones';
import type { DocumentAddress } from '../../documents/documentAddress';
import { isPdf } from '../../documents/documents.slice';
import { messageHtml } from './messageHtml';

export type Audience = ResponseOf<'broadcastAudience'>;

export interface ComposeValues {
  /** One per form, so that repeated requests send one broadcast. */
  readonly requestId: string;
  readonly subject: string;
  /** As typed: `messageHtml` turns it into HTML. */
  readonly message: string;
  readonly displayFrequency: DisplayFrequency;
  readonly organizationTypes: readonly OrganizationType[];
  readonly organizationIds: readonly string[];
  readonly stickyNotification: boolean;
  readonly releaseNotes: boolean;
  readonly forceLogout: boolean;
  readonly when: 'now' | 'later';
  /** Wall time in `zone`, '2026-11-21T10:30'; empty if none is chosen. */
  readonly sendAt: string;
  /** As `sendAt`; empty if the broadcast does not end by itself. */
  readonly endsAt: string;
  /** As `sendAt`; empty without a deadline. */
  readonly acceptBy: string;
  /** Who is notified of those who have not accepted by then; ignored without a deadline. */
  readonly escalateTo: readonly BroadcastEscalation[];
  /** IANA name. */
  readonly zone: string;
}

export interface LoadedBroadcastForm {
  readonly values: ComposeValues;
  readonly audience: Audience;
  /** The name of the sending organization. */
  readonly sender: string;
  /** When the form was opened, epoch ms. */
  readonly openedAt: number;
}

export const RECIPIENT_TYPE_LABELS: Readonly<Record<OrganizationType, string>> = {
  OWNER: 'Platform',
  VMS: 'Managing organization',
  CLIENT: 'Facilities',
  AGENCY: 'Suppliers',
};

const iso = (wall: string, zone: string): string | undefined => {
  const ms = wall === '' ? null : wallInstant(wall, zone);
  return ms === null ? undefined : isoInstant(ms);
};

/** The form as it is sent: times as instants in UTC, the message as HTML. */
export function bodyOf(values: ComposeValues, documentId: string | null): BodyOf<'createBroadcast'> {
  const { requestId, displayFrequency, stickyNotification, releaseNotes, forceLogout, zone } = values;
  const sendAt = values.when === 'later' ? iso(values.sendAt, zone) : undefined;
  const endsAt = iso(values.endsAt, zone);
  const acceptBy = iso(values.acceptBy, zone);
  return {
    ...{ requestId, displayFrequency, stickyNotification, releaseNotes, forceLogout },
    subject: values.subject.trim(),
    template: messageHtml(values.message),
    organizationTypes: [...values.organizationTypes],
    organizationIds: [...values.organizationIds],
    ...(documentId !== null && { broadcastDocumentId: documentId }),
    ...(sendAt !== undefined && { sendAt }),
    ...(endsAt !== undefined && { endsAt }),
    ...(acceptBy !== undefined && { acceptBy, escalateTo: [...values.escalateTo] }),
  };
}

/** How many users it reaches: an organization chosen by type and by name counts once. */
export function reachOf({ types, organizations }: Audience, values: ComposeValues): number {
  const chosen = (type: string) => values.organizationTypes.some((each) => each === type);
  const byType = types.filter(({ type }) => chosen(type)).reduce((sum, { people }) => sum + people, 0);
  const alone = organizations.filter(({ id, type }) => values.organizationIds.includes(id) && !chosen(type));
  return byType + alone.reduce((sum, { people }) => sum + people, 0);
}

/** The chosen organizations without those that were deactivated since. */
export const knownOrganizations = (chosen: readonly string[], { organizations }: Audience): readonly string[] =>
  chosen.filter((id) => organizations.some((each) => each.id === id));

/** As readers will receive it. */
export function previewOf(
  values: ComposeValues,
  { sender, openedAt }: Pick<LoadedBroadcastForm, 'sender' | 'openedAt'>,
  documentName: string,
): QueuedBroadcast {
  const planned = values.when === 'later' ? wallInstant(values.sendAt, values.zone) : null;
  const sentAt = planned ?? openedAt;
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
    notificationDate: isoInstant(sentAt),
    notificationDateWithZone: stampText(sentAt),
    sender,
    acceptBy: iso(values.acceptBy, values.zone) ?? null,
  };
}

/** Where the viewer finds the document; null unless it is a PDF. */
export function broadcastAddress(of: {
  readonly entityId: string;
  readonly tenantId: string;
  readonly documentName: string;
}): DocumentAddress | null {
  return isPdf(of.documentName) ? { kind: 'broadcast', id: of.entityId, tenantId: of.tenantId } : null;
}

/** The program's most likely zones. */
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'UTC',
];
/** The user's own zone comes first. */
export const zonesWith = (own: string): readonly string[] => [own, ...ZONES.filter((zone) => zone !== own)];

/** The moment whose UTC offset labels a zone: the first that is chosen, otherwise when the form was opened. */
export function offsetMoment(
  { when, sendAt, acceptBy, endsAt }: Pick<ComposeValues, 'when' | 'sendAt' | 'acceptBy' | 'endsAt'>,
  zone: string,
  openedAt: number,
): number {
  const walls = [when === 'later' ? sendAt : '', acceptBy, endsAt];
  return walls.map((wall) => wallInstant(wall, zone)).find((ms) => ms !== null) ?? openedAt;
}

/** 'America/New_York' becomes 'New York (GMT-5)': the offset depends on the instant. */
export function zoneName(zone: string, at: number): string {
  const offset = offsetText(at, zone);
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return place === offset || place === 'UTC' ? 'UTC' : `${place} (${offset})`;
}
