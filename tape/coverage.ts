/** Which transitions of the machines are taken by flows, and which are not. */
import type { App } from './app';
import type { FlowFacts } from './log';
import { allTransitions } from './machines';

export interface MachineCoverage {
  readonly name: string;
  /** Number of the machine's transitions. */
  readonly all: number;
  readonly missing: readonly string[];
}

export interface Coverage {
  readonly machines: readonly MachineCoverage[];
  /** Transitions of all machines. */
  readonly total: number;
  /** Percentage of all transitions of all machines; 100 if there are none. */
  readonly percent: number;
}

/** Which transitions of the machines none of these flows took. */
export function coverageOf({ machines }: Pick<App, 'machines'>, flows: readonly FlowFacts['fired'][]): Coverage {
  const each = Object.entries(machines).map(([name, machine]) => {
    const every = allTransitions(machine);
    return {
      name,
      all: every.length,
      missing: every.filter((one) => !flows.some((fired) => fired.get(name)?.has(one))),
    };
  });
  const total = each.reduce((sum, { all }) => sum + all, 0);
  const missing = each.reduce((sum, one) => sum + one.missing.length, 0);
  return { machines: each, total, percent: total === 0 ? 100 : (1 - missing / total) * 100 };
}
