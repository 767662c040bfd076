/** What a failed change may have done on the server nevertheless. */
import type { Failure } from '../../../machines/failure';

/** A failed call, such as `attempt` returns. */
export interface Failed {
  readonly failure: Failure;
}

/**
 * Whether it is unknown if the server has made the change: its answer is lost or unreadable, or a proxy answered in its
 * place. A server that is too busy says so itself, before it has changed anything.
 */
export function isUnanswered({ failure }: Failed): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'timedOut':
    case 'badAnswer':
      return true;
    case 'unavailable':
      return failure.byProxy === true;
    default:
      return false;
  }
}

/**
 * Whether to repeat a change that the server makes only once: its answer is lost, or the node is being stopped and
 * another one answers.
 */
export const mayRepeat = (failure: Failure): boolean => isUnanswered({ failure }) || failure.kind === 'unavailable';

/** Whether what was to be removed is not there, as after an earlier removal whose answer was lost. */
export const isGone = (failure: Failure): boolean => failure.kind === 'refused' && failure.status === 404;
