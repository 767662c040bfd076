/** The session of the caller, as request handlers get it. */
import type { OrganizationType, UserType } from '../../contract/base/organizations';
import type { SessionEndReason } from '../../contract/base/errors';
import { ApiError } from '../base/errors';
import type { Scope } from '../database';
import type { SessionState } from '../database/schema/access';

/** A session as it is now. `endReason` is set exactly when it has ended. */
export interface CurrentSession {
  readonly sessionId: string;
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly userType: UserType;
  readonly state: SessionState;
  readonly mustChangePassword: boolean;
  readonly endReason: SessionEndReason | null;
  /** Seconds since the last use. */
  readonly idleSeconds: number;
  /** IANA zone of the request, if it names one. */
  readonly timeZone?: string;
  /** The position of the user's last write (see Scope); only if there is a replica. */
  readonly lastWrite?: string;
}

/** Whose rows the queries of this session may touch. */
export function sessionScope(session: CurrentSession): Scope {
  const { organizationId, organizationType, tenantId, userId, timeZone, lastWrite } = session;
  return {
    organizationId,
    organizationType,
    tenantId,
    userId,
    ...(timeZone !== undefined && { timeZone }),
    ...(lastWrite !== undefined && { lastWrite }),
  };
}

/** Throws `not.found` unless the ids are the caller's: others are answered as if they did not exist. */
export function requireOwn(
  session: CurrentSession,
  named: { readonly userId: string; readonly organizationId?: string },
): void {
  const { userId, organizationId = session.organizationId } = named;
  if (userId !== session.userId || organizationId !== session.organizationId) throw new ApiError('not.found');
}
