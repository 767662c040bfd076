/** Addresses that messages outside the app carry. */
import { timingSafeEqual } from 'node:crypto';
import { OPEN_NOTIFICATION_PATH, NOTIFICATION_PARAM } from '../../../../contract/notifications/notificationLink';
import { SUB_CATEGORY_CODES, type SubCategoryCode } from '../../../../contract/notifications/kinds';
import type { Keys } from '../../../base/keys';

/** Opens what the notification leads to, for its reader, after they have signed in. */
export const linkTo = (publicUrl: URL, contentId: string): string =>
  `${publicUrl.origin}${OPEN_NOTIFICATION_PATH}?${NOTIFICATION_PARAM}=${contentId}`;

/** The user and the kinds of notifications whose mail the link stops. */
export interface Unsubscription {
  readonly userId: string;
  readonly kinds: readonly SubCategoryCode[];
}

/** Numbers instead of codes: an address has to stay short. */
const textOf = ({ userId, kinds }: Unsubscription): string =>
  `${userId}.${kinds.map((kind) => SUB_CATEGORY_CODES.indexOf(kind)).join('-')}`;

/** Valid for as long as the server's secret, because people keep mail for years. */
export function unsubscribeLink(publicUrl: URL, keys: Pick<Keys, 'mac'>, wanted: Unsubscription): string {
  const text = textOf(wanted);
  return `${publicUrl.origin}/unsubscribe?of=${text}.${keys.mac('unsubscribe', text).toString('base64url')}`;
}

/** Null if this server has not signed it. */
export function unsubscriptionOf(keys: Pick<Keys, 'mac'>, given: string): Unsubscription | null {
  const [userId = '', numbers = '', mac = '', ...rest] = given.split('.');
  const [proof, expected] = [Buffer.from(mac, 'base64url'), keys.mac('unsubscribe', `${userId}.${numbers}`)];
  if (rest.length > 0 || proof.length !== expected.length || !timingSafeEqual(proof, expected)) return null;
  const kinds = numbers.split('-').flatMap((number) => SUB_CATEGORY_CODES[Number(number)] ?? []);
  return { userId, kinds };
}
