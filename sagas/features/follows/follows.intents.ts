/** Opening the choices of what to follow. Separate from their slice, which is loaded with the first use. */
import { createAction } from '@reduxjs/toolkit';

/** A notification, whose subjects are loaded, or the subject itself, as `job:<id>`. */
export type FollowedOf = { readonly notificationId: string } | { readonly subject: string };

/** Opens the choices; a late part. */
export const followsOpened = createAction<FollowedOf>('follows/opened');
