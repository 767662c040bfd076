/** One of our figures beside its limit. */
import { median } from './pairs';
import { reached, skipped, type Row } from './row';

export interface Goal {
  readonly id: string;
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  /** Reached at the limit or above it. */
  readonly atLeast?: true;
  readonly exact?: true;
}

const textIn =
  (unit: string) =>
  (value: number): string =>
    `${value.toFixed(unit === 'MB' ? 1 : 0)} ${unit}`.trim();

const goalText = ({ limit, unit, atLeast }: Goal): string => `${atLeast ? '>=' : '<='} ${textIn(unit)(limit)}`;

/** A goal whose figure was not measured. */
export const skippedGoal = (goal: Goal, reason: string): Row =>
  skipped(goal.id, goal.what, goalText(goal), reason, goal.exact ?? false);

export function goalRow(goal: Goal, values: readonly number[]): Row {
  const { id, what, limit, unit, atLeast, exact } = goal;
  const figure = median(values);
  const text = textIn(unit);
  const worst = atLeast ? Math.min(...values) : Math.max(...values);
  return {
    id,
    what,
    ours: values.length === 1 ? text(figure) : `${text(figure)}, worst of ${values.length}: ${text(worst)}`,
    other: `limit ${text(limit)}`,
    ...(limit > 0 && { ratio: figure / limit }),
    goal: goalText(goal),
    verdict: reached(atLeast ? figure >= limit : figure <= limit),
    exact: exact ?? false,
  };
}
