/** The form of a broadcast, as its screen and its sagas speak of it. */
import type { DisplayFrequency, OrganizationType, ResponseOf } from '../../contract';

export type Audience = ResponseOf<'broadcastAudience'>;

export interface ComposeValues {
  /** One for each form: however often it is sent, one broadcast goes out. */
  readonly requestId: string;
  readonly subject: string;
  /** As typed: `messageHtml` makes what is sent of it. */
  readonly message: string;
  readonly displayFrequency: DisplayFrequency;
  readonly organizationTypes: readonly OrganizationType[];
  readonly organizationIds: readonly string[];
  readonly stickyNotification: boolean;
  readonly releaseNotes: boolean;
  readonly forceLogout: boolean;
  readonly when: 'now' | 'later';
  /** Wall time in `zone`, '2026-11-21T10:30'; '' where none is chosen. */
  readonly sendAt: string;
  readonly endsAt: string;
  readonly zone: string;
}

export interface ComposeStart {
  readonly values: ComposeValues;
  readonly audience: Audience;
  /** The name of the organisation that speaks. */
  readonly sender: string;
  /** The moment the form was opened, epoch milliseconds. */
  readonly openedAt: number;
}
