/** A value that the state guarantees. Throws Error if it is null, which is a bug of the machine. */
export function nonNull<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`This state of the machine guarantees the ${name}, but there is none.`);
  return value;
}
