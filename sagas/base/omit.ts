/** The values without those of some keys; the same object if it has none of them. */
export const omit = <T>(values: Readonly<Record<string, T>>, keys: readonly string[]): Readonly<Record<string, T>> =>
  keys.some((key) => key in values)
    ? Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))
    : values;
