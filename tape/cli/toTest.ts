/** Prints a tape as a plain redux-saga-test-plan test, to continue by hand. */
import { portOf, type Entry, type Json } from '../format';

/** The answers of each port function in order, each with its arguments. */
export type Replies = Readonly<Record<string, readonly Reply[]>>;
export interface Reply {
  readonly args: readonly Json[];
  readonly value?: Json;
  readonly error?: Json;
  /** The answer was a channel. */
  readonly channel?: true;
  /** Answered later, and only once: a saga that repeats a call forever would never come to rest. */
  readonly once?: true;
}

export interface Plan {
  readonly start: readonly Json[];
  readonly intents: readonly Json[];
  readonly replies: Replies;
}

/** The answers of each call, in the order of the tape. */
export function planOf(entries: readonly Entry[]): Plan {
  const answers = new Map<string, Entry>();
  for (const entry of entries) if ('answer' in entry) answers.set(entry.answer, entry);
  const replies: Record<string, Reply[]> = {};
  for (const entry of entries) {
    if (!('call' in entry || 'ask' in entry)) continue;
    const address = 'call' in entry ? entry.call : entry.ask;
    const outcome = ('call' in entry ? entry : answers.get(address)) as
      { readonly value?: Json; readonly error?: Json; readonly channel?: number } | undefined;
    if (outcome === undefined) continue;
    const { value, error, channel } = outcome;
    const known = (replies[portOf(address)] ??= []);
    const reply: Reply = {
      args: entry.args,
      ...(value !== undefined && { value }),
      ...(error !== undefined && { error }),
      ...(channel !== undefined && { channel: true as const }),
      ...('ask' in entry && { once: true as const }),
    };
    known.push(reply);
  }
  const start = entries.find((entry) => 'start' in entry);
  return { start: start?.args ?? [], intents: entries.flatMap((entry) => ('do' in entry ? [entry.do] : [])), replies };
}

/** `ends`: the machines' states at the end of the plan. */
export function toTest(head: string, name: string, plan: Plan, ends: Readonly<Record<string, unknown>>): string {
  return `${head}
/** What the ports answer; what is asked beside that waits for ever. */
const REPLIES: Replies = ${json(plan.replies)};

it(${JSON.stringify(name)}, async () => {
  const { saga, start, reducer, provide, statesOf } = boot(REPLIES, ${json(plan.start)});
  const { storeState } = await expectSaga(saga, ...start)
    .withReducer(reducer)
    .provide(provide as never)
${plan.intents.map((intent) => `    .dispatch(${JSON.stringify(intent)})`).join('\n')}
    .silentRun(50);
  expect(statesOf(storeState)).toEqual(${json(ends)});
});
`;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
