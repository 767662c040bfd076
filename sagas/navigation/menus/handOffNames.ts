/** What other services are called on screen. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { HandOff } from '../../../contract/shell/runtimeConfig';

export const HAND_OFF_NAMES: Readonly<Record<HandOff, string>> = {
  training: 'Tutorials',
  learning: 'Nexus University',
};

/** An organization may have given the learning service a name of its own. */
export const handOffName = (to: HandOff, user: UserInfo | null): string =>
  to === 'learning' && user?.agencyBrandedLEU && user.agencyBrandedMenuLabel !== ''
    ? user.agencyBrandedMenuLabel
    : HAND_OFF_NAMES[to];
