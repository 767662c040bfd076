/** Row counts by name. What was not counted is missing. */
export type Counts = Readonly<Record<string, number | undefined>>;

/** Adds `every`, the total of all counts. */
export const withEvery = (counts: Readonly<Record<string, number>>): Counts => ({
  ...counts,
  every: Object.values(counts).reduce((total, count) => total + count, 0),
});

/** Adds up counts of periods that do not overlap. */
export function addCounts(parts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const part of parts) {
    for (const [name, count = 0] of Object.entries(part)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

/** The sum of these counts; missing ones are 0. */
export const sum = (codes: readonly string[], counts: Counts): number =>
  codes.reduce((total, code) => total + (counts[code] ?? 0), 0);
