/**
 * Spans of a traced request, passed along by the async context. Without a traced request the only cost is one look-up.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanFacts = Readonly<Record<string, string | number>>;

export interface Span {
  child(name: string, facts?: SpanFacts): Span;
  note(facts: SpanFacts): void;
  /** `error` marks it as failed. */
  end(error?: unknown): void;
}

const current = new AsyncLocalStorage<Span>();

/** Runs `work`, and everything that it starts, within this span. */
export const within = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Measures `work` as a child of the current span, if there is one. Throws what `work` throws. */
export async function traced<T>(name: string, facts: () => SpanFacts, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (parent === undefined) return work();
  const span = parent.child(name, facts());
  try {
    const result = await within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
