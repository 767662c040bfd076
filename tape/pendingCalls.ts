/** The calls of the sagas that wait for an answer of the tape. */
import type { Address, Outcome } from './format';
import type { Request } from './harness';
import { isTimer } from './log';
import type { Possible } from './ready';

export interface PendingCalls {
  /** `rank`: the position of the answer on the tape. */
  readonly add: (request: Request, rank: number, outcome: Outcome) => void;
  readonly remove: (request: Request) => void;
  /** Each answer may come next; late ones only after all others. */
  readonly possible: () => Possible[];
}

interface PendingCall {
  readonly rank: number;
  readonly outcome: Outcome;
  isLate: boolean;
}

export interface PendingCallsOptions {
  /** Called before the saga gets its answer. */
  readonly answering: (request: Request, outcome: Outcome) => void;
  /** Cancels the task that waits for this call. */
  readonly cancelTask: (address: Address) => void;
}

/** Keeps each call until its answer is chosen to happen; no call is pending at first. */
export function createPendingCalls({ answering, cancelTask }: PendingCallsOptions): PendingCalls {
  const pending = new Map<Request, PendingCall>();

  const settle = (request: Request, outcome: Outcome): void => {
    pending.delete(request);
    answering(request, outcome);
    request.settle(outcome);
  };

  const possibleAnswer = (request: Request, call: PendingCall): Possible => ({
    rank: call.rank,
    kind: isTimer(request.port) ? 'timer' : 'answer',
    label: request.address,
    port: request.port,
    happen: () => settle(request, call.outcome),
    happenWith(fault) {
      if (fault.kind === 'fail') return settle(request, fault.outcome);
      if (fault.kind === 'late') return void (call.isLate = true);
      if (fault.kind === 'drop') return void pending.delete(request);
      cancelTask(request.address);
    },
  });

  return {
    add: (request, rank, outcome) => void pending.set(request, { rank, outcome, isLate: false }),
    remove: (request) => void pending.delete(request),
    possible() {
      const all = [...pending];
      const inTime = all.filter(([, { isLate }]) => !isLate);
      return (inTime.length > 0 ? inTime : all).map(([request, call]) => possibleAnswer(request, call));
    },
  };
}
