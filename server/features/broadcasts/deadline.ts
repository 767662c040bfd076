/** The deadline by which a broadcast must be accepted. */
import { instantOf } from '../../base/dates';
import { ApiError } from '../../base/errors';

interface Deadline {
  readonly acceptBy: string | null;
  readonly escalateTo: readonly string[] | undefined;
  readonly sendAt: Date;
  readonly endsAt: Date | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Throws ApiError (`request.invalid`) for a deadline that cannot be met. */
export function requireDeadline({ acceptBy, escalateTo, sendAt, endsAt, now }: Deadline): void {
  const refuse = (sentence: string): never => {
    throw new ApiError('request.invalid', { sentence });
  };
  if (acceptBy === null) {
    if (escalateTo !== undefined && escalateTo.length > 0)
      refuse('People can only be notified after a deadline. Please choose one.');
    return;
  }
  const by = instantOf(acceptBy).getTime();
  if (by <= Math.max(sendAt.getTime(), now)) refuse('The deadline has passed. Please choose a later one.');
  if (endsAt !== null && by > endsAt.getTime())
    refuse('It ends before its deadline. Please choose an earlier time, or a later end.');
}
