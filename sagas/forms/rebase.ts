/** What was typed, on top of a newer state: every field that was changed here stays, the others are as they are now. */
export function rebaseFields<V extends object>(typed: V, before: V, now: V): V {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const entries = (Object.keys(typed) as (keyof V)[]).map((name) => [
    name,
    same(typed[name], before[name]) ? now[name] : typed[name],
  ]);
  return Object.fromEntries(entries) as V;
}
