/**
 * Spans of a traced request, passed along by the async context. Without a traced request the only cost is one look-up.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Span {
  child(name: string, attributes?: SpanAttributes): Span;
  setAttributes(facts: SpanAttributes): void;
  /** `error` marks it as failed. */
  end(error?: unknown): void;
}

const current = new AsyncLocalStorage<Span>();

/** Runs `work`, and everything that it starts, within this span. */
export const runInSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Measures `work` as a child of the current span, if there is one. Throws what `work` throws. */
export async function traced<T>(name: string, facts: () => SpanAttributes, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (parent === undefined) return work();
  const span = parent.child(name, facts());
  try {
    const result = await runInSpan(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
