import type { UserInfo } from '../../../contract';

/** What to call somebody who may have no other name than the one they sign in with. */
export const nameOf = ({ firstName, lastName, userName }: UserInfo): string =>
  `${firstName} ${lastName}`.trim() || userName;
