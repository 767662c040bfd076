/** Mail about notifications: a single one, or all that gathered since the last mail. */
import { TAB_LABELS, tabOf } from '../../../../contract/notifications/categories';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../../../contract/notifications/kinds';
import type { MailMode } from '../../../../contract/notifications/channels.endpoints';
import type { OrganizationTheme } from '../../../../contract/base/organizations';
import type { Keys } from '../../../base/keys';
import { zonedText } from '../../../base/dates';
import { layOut, type Mail, type MailContent, type MailPart } from '../../../platform/mail/mailLayout';
import type { NotificationContent } from '../content';
import { plainText } from '../markup';
import { linkTo, unsubscribeLink } from './links';

export interface MailedNotification {
  readonly deliveryId: string;
  readonly userId: string;
  readonly organizationName: string;
  readonly theme: OrganizationTheme;
  readonly contact: string;
  readonly mode: MailMode;
  readonly isHeld: boolean;
  readonly kind: SubCategoryCode;
  readonly contentId: string;
  readonly content: NotificationContent;
  readonly occurredAt: Date;
  readonly timeZone: string;
}

interface Sender {
  readonly keys: Pick<Keys, 'mac'>;
  readonly publicUrl: URL;
  readonly productName: string;
}

export interface WrittenMail extends Mail {
  readonly html: string;
  /** Null where this mail is required. */
  readonly unsubscribe: string | null;
}

const WHY =
  'You get this email because your notification preferences ask for it, or because it is required. To change them, sign in and open Notification Preferences in the profile menu.';
const MAX_ITEMS = 100;

/** One group per mail: notifications that are sent immediately have their own mail, a person's other ones share one. */
export function groupsOf(due: readonly MailedNotification[]): readonly (readonly MailedNotification[])[] {
  const groups = new Map<string, MailedNotification[]>();
  for (const each of due) {
    const isAlone = each.mode === 'AT_ONCE' && !each.isHeld;
    const key = `${each.userId} ${isAlone ? each.deliveryId : 'gathered'}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** `all` belong to one person. */
export function writeMail(
  sender: Sender,
  [first, ...more]: readonly [MailedNotification, ...MailedNotification[]],
): WrittenMail {
  const all = [first, ...more];
  const kinds = [...new Set(all.map(({ kind }) => kind))].filter((kind) => SUB_CATEGORIES[kind].emailRequired !== true);
  const linkFor = (wanted: readonly SubCategoryCode[]) =>
    unsubscribeLink(sender.publicUrl, sender.keys, { userId: first.userId, kinds: wanted });
  const stops = kinds.map((kind) => ({
    label: `No more emails about '${SUB_CATEGORIES[kind].name}'`,
    link: linkFor([kind]),
  }));
  const content = more.length === 0 ? oneText(sender, first) : digestText(sender, all);
  const { organizationName, theme, contact } = first;
  const mail = layOut(
    { ...content, parts: [...content.parts, WHY, ...stops] },
    { organizationName, theme, contact, productName: sender.productName },
  );
  return { ...mail, unsubscribe: kinds.length === 0 ? null : linkFor(kinds) };
}

const oneText = ({ publicUrl }: Sender, { content, contentId }: MailedNotification): MailContent => ({
  subject: content.subject,
  parts: [plainText(content.template), { label: 'Open it', link: linkTo(publicUrl, contentId) }],
});

function digestText({ publicUrl }: Sender, all: readonly MailedNotification[]): MailContent {
  const byTab = new Map<string, MailedNotification[]>();
  for (const each of all) {
    const label = TAB_LABELS[tabOf(SUB_CATEGORIES[each.kind].category)];
    byTab.set(label, [...(byTab.get(label) ?? []), each]);
  }
  const shown = all.slice(0, MAX_ITEMS);
  const parts = [...byTab].flatMap(([label, those]): MailPart[] => {
    const listed = those.filter((each) => shown.includes(each));
    return [
      `${label}: ${those.length}`,
      ...listed.map(({ content, contentId, occurredAt, timeZone }) => ({
        label: `${zonedText(occurredAt, timeZone)} ${content.subject}`,
        link: linkTo(publicUrl, contentId),
      })),
    ];
  });
  const counts = [...byTab].map(([label, { length }]) => `${label} ${length}`).join(', ');
  return {
    subject: `${all.length} notifications: ${counts}`,
    parts: [
      ...parts,
      ...(all.length > MAX_ITEMS ? [`${all.length - MAX_ITEMS} more are in the notification panel.`] : []),
    ],
  };
}
