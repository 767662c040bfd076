/** The queue of the review desk: the current document, and the outcome of the others. */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import { service } from '../service';

/** `elsewhere`: another user decided it, or it is no longer visible. */
export type ReviewResult = 'approve' | 'reject' | 'elsewhere';

/** The ids of pending documents, in order. */
export interface ReviewQueue {
  readonly ids: readonly string[];
  /** False if there are more than one request returns. */
  readonly complete: boolean;
  /** The document to begin with, if it is pending. */
  readonly first: string | null;
}

export interface ReviewDeskContext {
  /** Ids of all documents of this visit, decided ones included. */
  readonly queue: readonly string[];
  readonly complete: boolean;
  /** Index of the document on the desk. */
  readonly at: number;
  /** By id; documents without a result are undecided. */
  readonly results: Readonly<Record<string, ReviewResult>>;
  readonly failure: Failure | null;
}

export type ReviewDeskEvent =
  | { readonly type: 'NEXT' | 'PREVIOUS' | 'FIRST_OPEN' | 'RELOAD' }
  | { readonly type: 'DECIDED'; readonly ids: readonly string[]; readonly result: ReviewResult }
  | { readonly type: 'UNDONE'; readonly ids: readonly string[] };

const EMPTY: ReviewDeskContext = { queue: [], complete: true, at: 0, results: {}, failure: null };

type Place = Pick<ReviewDeskContext, 'queue' | 'at' | 'results'>;

/** The index of the first undecided document from `from` on; -1 if there is none. */
export const openFrom = ({ queue, results }: Omit<Place, 'at'>, from: number): number =>
  queue.findIndex((id, index) => index >= from && results[id] === undefined);

type Decided = Extract<ReviewDeskEvent, { readonly type: 'DECIDED' }>;

/** A decision that was sent before a reload may be about a document that is no longer in the queue. */
const resultsAfter = ({ queue, results }: Place, { ids, result }: Decided): ReviewDeskContext['results'] => ({
  ...results,
  ...Object.fromEntries(ids.filter((id) => queue.includes(id)).map((id) => [id, result])),
});

/** Moves to the next open document when the current one is decided; one that was decided before may be read again. */
function placeAfter(context: Place, event: Decided): number {
  const { queue, at } = context;
  const here = queue[at];
  const isHere = here !== undefined && event.ids.includes(here);
  return isHere ? openFrom({ queue, results: resultsAfter(context, event) }, at) : at;
}

const without = ({ results }: Place, ids: readonly string[]): ReviewDeskContext['results'] =>
  Object.fromEntries(Object.entries(results).filter(([id]) => !ids.includes(id)));

/** Needs the service `loadQueue`, which rejects with CallFailed. Never ends. */
export const reviewDeskMachine = setup({
  types: { context: {} as ReviewDeskContext, events: {} as ReviewDeskEvent },
  actors: { loadQueue: service<undefined, ReviewQueue>() },
  guards: {
    hasWork: (_, { ids }: ReviewQueue) => ids.length > 0,
    hasNext: ({ context }) => openFrom(context, context.at + 1) >= 0,
    notFirst: ({ context }) => context.at > 0,
    hasOpen: ({ context }) => openFrom(context, 0) >= 0,
    hasQueue: ({ context }) => context.queue.length > 0,
    goesOn: ({ context }, event: Decided) => placeAfter(context, event) >= 0,
    isOfQueue: ({ context }, { ids }: { readonly ids: readonly string[] }) =>
      ids.some((id) => context.queue.includes(id)),
  },
  actions: {
    place: assign((_, { ids, complete, first }: ReviewQueue) => ({
      queue: ids,
      complete,
      at: Math.max(0, first === null ? 0 : ids.indexOf(first)),
      results: {},
    })),
    note: assign(({ context }, event: Decided) => ({
      results: resultsAfter(context, event),
      at: Math.max(0, placeAfter(context, event)),
    })),
    takeBack: assign(({ context }, { ids }: { readonly ids: readonly string[] }) => ({
      results: without(context, ids),
      at: context.queue.findIndex((id) => ids.includes(id)),
    })),
    moveTo: assign((_, { at }: { readonly at: number }) => ({ at })),
  },
}).createMachine({
  id: 'reviewDesk',
  context: EMPTY,
  initial: 'loading',
  // A key may be pressed too early or too late.
  on: { NEXT: {}, PREVIOUS: {}, FIRST_OPEN: {}, DECIDED: {}, UNDONE: {} },
  states: {
    loading: {
      entry: assign({ failure: null }),
      invoke: {
        id: 'loadQueue',
        src: 'loadQueue',
        onDone: [
          {
            guard: { type: 'hasWork', params: ({ event }) => event.output },
            target: 'reviewing',
            actions: { type: 'place', params: ({ event }) => event.output },
          },
          { target: 'over', actions: assign(EMPTY) },
        ],
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      // Another queue is wanted than the one that was requested.
      on: { RELOAD: { target: 'loading', reenter: true } },
    },
    failed: { on: { RELOAD: 'loading' } },
    reviewing: {
      on: {
        RELOAD: 'loading',
        NEXT: [
          {
            guard: 'hasNext',
            actions: { type: 'moveTo', params: ({ context }) => ({ at: openFrom(context, context.at + 1) }) },
          },
          { target: 'over' },
        ],
        PREVIOUS: { guard: 'notFirst', actions: { type: 'moveTo', params: ({ context }) => ({ at: context.at - 1 }) } },
        DECIDED: [
          {
            guard: { type: 'goesOn', params: ({ event }) => event },
            actions: { type: 'note', params: ({ event }) => event },
          },
          { target: 'over', actions: { type: 'note', params: ({ event }) => event } },
        ],
        UNDONE: {
          guard: { type: 'isOfQueue', params: ({ event }) => event },
          actions: { type: 'takeBack', params: ({ event }) => event },
        },
      },
    },
    /** The end of the queue; some documents may have been skipped. */
    over: {
      on: {
        RELOAD: 'loading',
        PREVIOUS: {
          guard: 'hasQueue',
          target: 'reviewing',
          actions: { type: 'moveTo', params: ({ context }) => ({ at: context.queue.length - 1 }) },
        },
        FIRST_OPEN: {
          guard: 'hasOpen',
          target: 'reviewing',
          actions: { type: 'moveTo', params: ({ context }) => ({ at: openFrom(context, 0) }) },
        },
        UNDONE: {
          guard: { type: 'isOfQueue', params: ({ event }) => event },
          target: 'reviewing',
          actions: { type: 'takeBack', params: ({ event }) => event },
        },
      },
    },
  },
});
