/** What a failed change may have done on the server nevertheless. */
import type { Failure } from '../../../machines/failure';

/** Whether it is unknown if the server has made the change, because its answer is lost or unreadable. */
export const isUnanswered = ({ kind }: Failure): boolean =>
  kind === 'unreachable' || kind === 'timedOut' || kind === 'badAnswer';

/** Whether what was to be removed is not there, as after an earlier removal whose answer was lost. */
export const isGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 404;
