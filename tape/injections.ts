/** The faults that can be injected into answers, messages and intents. */
import type { App } from './app';
import { type Json, type Outcome, shown } from './format';
import type { Injection, Ready } from './ready';

export const INJECTIONS = ['fail', 'drop', 'late', 'twice', 'end', 'cancel'] as const;
export type InjectionKind = (typeof INJECTIONS)[number];

/** The failure for apps that declare none. */
const SOME_FAILURE: readonly Outcome[] = [{ error: { $error: { name: 'Error', message: 'It failed.' } } }];

/** All faults of these kinds that can be injected into an entry. */
export function injectionsOf(
  app: Pick<App, 'failures'>,
  { kind, port }: Ready,
  kinds: readonly InjectionKind[],
): Injection[] {
  const failures: readonly (Json | Outcome)[] = app.failures ? (app.failures[port ?? ''] ?? []) : SOME_FAILURE;
  const fails = failures.map((outcome) => ({ kind: 'fail' as const, outcome: outcome as Outcome }));
  const all: Readonly<Record<Ready['kind'], readonly Injection[]>> = {
    start: [],
    intent: [{ kind: 'twice' }],
    answer: [...fails, { kind: 'drop' }, { kind: 'late' }, { kind: 'cancel' }],
    timer: [{ kind: 'drop' }, { kind: 'late' }, { kind: 'cancel' }],
    message: [{ kind: 'drop' }, { kind: 'twice' }, { kind: 'end' }],
  };
  return all[kind].filter((one) => kinds.includes(one.kind));
}

/** The fault in words, to follow the name of the entry. */
export function injectionText(how: Injection): string {
  switch (how.kind) {
    case 'fail':
      return `fails: ${shown(how.outcome.error ?? how.outcome.value)}`;
    case 'drop':
      return 'never comes';
    case 'late':
      return 'comes last';
    case 'twice':
      return 'comes twice';
    case 'end':
      return 'does not come: its channel ends';
    case 'cancel':
      return 'does not come: the saga that waits for it is cancelled';
  }
}
