import { createActor, fromPromise, initialTransition, SimulatedClock, transition, type SnapshotFrom } from 'xstate';
import { PdfRefused, pdfViewerMachine } from '../../machines/pdfViewer/pdfViewer.machine';
import type { OpenedPdf, PdfViewerContext, PdfViewerEvent } from '../../machines/pdfViewer/pdfViewer.types';
import { assertComplete, exploreMachine } from '../support/exploreMachine';

type Snapshot = SnapshotFrom<typeof pdfViewerMachine>;
type Key = Exclude<PdfViewerEvent['type'], 'GO_TO'>;

const ALL: readonly Key[] = [
  ...([
    'FIRST',
    'PREVIOUS',
    'NEXT',
    'LAST',
    'ZOOM_IN',
    'ZOOM_OUT',
    'FIT_WIDTH',
    'ROTATE_LEFT',
    'ROTATE_RIGHT',
  ] as const),
  ...(['DRAWN', 'NOT_DRAWN', 'REDRAW', 'HIDDEN', 'SEEN', 'RETRY'] as const),
];

const GO_TO = (page: number) => ({ type: 'GO_TO', page });
const DRAWN = (zoom: number) => ({ type: 'DRAWN', zoom }) as const;
const eventOf = (type: Key) => (type === 'DRAWN' ? DRAWN(1) : { type });

test('every transition is executed, and every state can be left', async () => {
  const explored = await exploreMachine(pdfViewerMachine, {
    input: undefined,
    events: [...ALL.map(eventOf), GO_TO(2), GO_TO(1)],
    outcomes: {
      openDocument: [
        { pages: 2, tookMs: 40 },
        { pages: 0, tookMs: 40 },
        new PdfRefused('encrypted'),
        new Error('torn'),
      ],
    },
    actions: [],
    facet: ({ page, pages, zoom, hidden, fault }: PdfViewerContext) => [page, pages, zoom > 1, hidden, fault],
  });
  const enlarged = await exploreMachine(pdfViewerMachine, {
    input: undefined,
    events: [{ type: 'ZOOM_IN' }, { type: 'RETRY' }],
    outcomes: { openDocument: [{ pages: 1, tookMs: 40 }] },
    actions: [],
    facet: ({ zoom }: PdfViewerContext) => zoom,
  });
  assertComplete(explored, enlarged);
  expect(explored.configurations).toBeGreaterThan(20);
});

/** The machine once a document of so many pages is open. */
function opened(pages: number, tookMs = 40): Snapshot {
  const [loading] = initialTransition(pdfViewerMachine);
  const done = { type: 'xstate.done.actor.0.pdfViewer.loading', output: { pages, tookMs } };
  return transition(pdfViewerMachine, loading, done as never)[0];
}

test('an existing page is opened by its number', () => {
  const to = (page: number) => ({ type: 'GO_TO', page }) as const;
  const first = opened(7);
  expect(transition(pdfViewerMachine, first, to(5))[0].context).toMatchObject({
    page: 5,
    round: first.context.round + 1,
  });
  for (const page of [0, 1, 8, 2.5, Number.NaN, -1]) expect(first.can(to(page))).toBe(false);
});

test('the width is fitted until the user turns that off or zooms', () => {
  expect(after(opened(3), 'FIT_WIDTH', 'NEXT').context.fit).toBe(true);
  expect(after(opened(3), 'FIT_WIDTH', 'FIT_WIDTH').context.fit).toBe(false);
  expect(after(opened(3), 'FIT_WIDTH', 'ZOOM_IN').context).toMatchObject({ fit: false, zoom: 1.25 });
});

describe('a page whose width is fitted', () => {
  /** Drawn at this zoom. */
  const fitted = (zoom: number) => transition(pdfViewerMachine, after(opened(3), 'FIT_WIDTH'), DRAWN(zoom))[0];

  test.each([
    [1.6, 1.75, 1.5],
    [1.5, 1.75, 1.25],
    [1.1, 1.25, 1],
    [3.9, 4, 3.75],
  ])('at %d is enlarged to %d and reduced to %d, the next steps from there', (zoom, larger, smaller) => {
    expect(after(fitted(zoom), 'ZOOM_IN').context).toMatchObject({ fit: false, zoom: larger });
    expect(after(fitted(zoom), 'ZOOM_OUT').context).toMatchObject({ fit: false, zoom: smaller });
  });

  test('is not reduced below the paper size, nor enlarged above the maximum', () => {
    expect(allowed(fitted(1))).toEqual(['NEXT', 'LAST', 'ZOOM_IN']);
    expect(allowed(fitted(0.4))).toEqual(['NEXT', 'LAST', 'ZOOM_IN']);
    expect(after(fitted(0.4), 'ZOOM_IN').context.zoom).toBe(1);
    expect(allowed(fitted(4.6))).toEqual(['NEXT', 'LAST', 'ZOOM_OUT']);
    expect(after(fitted(4.6), 'ZOOM_OUT').context.zoom).toBe(4);
  });

  test('has its zoom of before once the width is no longer fitted', () => {
    const enlarged = after(opened(3), 'ZOOM_IN', 'FIT_WIDTH');
    const drawn = transition(pdfViewerMachine, enlarged, DRAWN(2.1))[0];
    expect(after(drawn, 'FIT_WIDTH').context).toMatchObject({ fit: false, zoom: 1.25 });
    expect(after(drawn, 'FIT_WIDTH', 'ZOOM_IN').context.zoom).toBe(1.5);
  });
});

const after = (snapshot: Snapshot, ...events: readonly Key[]): Snapshot =>
  events.reduce((now, type) => transition(pdfViewerMachine, now, eventOf(type))[0], snapshot);

const allowed = (snapshot: Snapshot) =>
  (['FIRST', 'PREVIOUS', 'NEXT', 'LAST', 'ZOOM_OUT', 'ZOOM_IN'] as const).filter((type) => snapshot.can(eventOf(type)));

test.each<[string, number, readonly Key[], readonly Key[]]>([
  ['the first of three', 3, [], ['NEXT', 'LAST', 'ZOOM_IN']],
  ['the second of three', 3, ['NEXT'], ['FIRST', 'PREVIOUS', 'NEXT', 'LAST', 'ZOOM_IN']],
  ['the last of three', 3, ['LAST'], ['FIRST', 'PREVIOUS', 'ZOOM_IN']],
  ['the only page', 1, [], ['ZOOM_IN']],
  ['a page that was enlarged', 1, ['ZOOM_IN'], ['ZOOM_OUT', 'ZOOM_IN']],
  ['one as large as it gets', 1, Array<Key>(20).fill('ZOOM_IN'), ['ZOOM_OUT']],
])('on %s', (_, pages, events, expected) => {
  expect(allowed(after(opened(pages), ...events))).toEqual(expected);
});

test.each<[readonly Key[], Partial<PdfViewerContext>]>([
  [['NEXT', 'NEXT', 'NEXT', 'NEXT'], { page: 3 }],
  [['LAST', 'PREVIOUS'], { page: 2 }],
  [['LAST', 'FIRST', 'PREVIOUS'], { page: 1 }],
  [['ZOOM_IN'], { zoom: 1.25 }],
  [['ZOOM_IN', 'ZOOM_IN', 'ZOOM_OUT'], { zoom: 1.25 }],
  [['ZOOM_OUT', 'ZOOM_OUT'], { zoom: 1 }],
  [Array<Key>(40).fill('ZOOM_IN'), { zoom: 4 }],
  [['ROTATE_RIGHT'], { rotation: 90 }],
  [['ROTATE_RIGHT', 'ROTATE_RIGHT', 'ROTATE_RIGHT'], { rotation: 270 }],
  [['ROTATE_RIGHT', 'ROTATE_RIGHT', 'ROTATE_RIGHT', 'ROTATE_RIGHT'], { rotation: 0 }],
  [['ROTATE_LEFT', 'ROTATE_LEFT', 'ROTATE_LEFT'], { rotation: -270 }],
  [['ROTATE_LEFT', 'ROTATE_LEFT', 'ROTATE_LEFT', 'ROTATE_LEFT'], { rotation: 0 }],
  [['ROTATE_LEFT', 'ROTATE_RIGHT'], { rotation: 0 }],
  [['NEXT', 'ZOOM_IN', 'ROTATE_RIGHT'], { page: 2, zoom: 1.25, rotation: 90 }],
])('%j leads to %j', (events, expected) => {
  expect(after(opened(3), ...events).context).toMatchObject(expected);
});

test('each password request starts a new round, so that an answer is never missing', () => {
  const { round } = opened(3).context;
  expect(after(opened(3), 'ZOOM_IN', 'ZOOM_OUT').context.round).toBe(round + 2);
});

test('a retry starts over', () => {
  const failed = after(opened(3), 'NEXT', 'ZOOM_IN', 'ROTATE_LEFT');
  const late = { type: 'xstate.after.timeLimit.pdfViewer.showing.drawing' } as never;
  const [timedOut] = transition(pdfViewerMachine, failed, late);
  expect(timedOut).toMatchObject({ value: 'failed', context: { fault: 'timedOut' } });
  expect(after(timedOut, 'RETRY')).toMatchObject({
    value: 'loading',
    context: { page: 1, zoom: 1, rotation: 0, fault: null },
  });
});

test.each([
  [40, 7_460],
  [5_000, 2_500],
  [7_400, 1_500],
])(
  'a document that took %d ms to open has %d ms for its first page, and the next document has the full time',
  (tookMs, left) => {
    const drawing = opened(3, tookMs);
    expect(drawing.context.timeoutMs).toBe(left);
    expect(after(drawing, 'DRAWN', 'NEXT').context.timeoutMs).toBe(7_500);
    expect(after(drawing, 'NOT_DRAWN', 'NEXT').context.timeoutMs).toBe(7_500);
  },
);

test('the time limit does not run in a hidden tab', () => {
  const late = { type: 'xstate.after.timeLimit.pdfViewer.showing.drawing' } as never;
  const [waiting] = transition(pdfViewerMachine, after(opened(3), 'HIDDEN'), late);
  expect(waiting.value).toEqual({ showing: 'drawing' });
  expect(transition(pdfViewerMachine, after(waiting, 'SEEN'), late)[0].value).toBe('failed');
});

/** A viewer that draws the first page of a document, in simulated time. */
async function drawing() {
  const clock = new SimulatedClock();
  const openDocument = fromPromise<OpenedPdf, undefined>(async () => ({ pages: 3, tookMs: 0 }));
  const viewer = createActor(pdfViewerMachine.provide({ actors: { openDocument } }), { clock }).start();
  viewer.send({ type: 'SEEN' });
  await new Promise((resolve) => setImmediate(resolve));
  return {
    send: (type: Key) => viewer.send(eventOf(type)),
    after: (ms: number) => clock.increment(ms),
    value: () => viewer.getSnapshot().value,
    round: () => viewer.getSnapshot().context.round,
  };
}

test('a page that was begun in a hidden tab has the whole time once the tab is seen again', async () => {
  const { send, after: wait, value, round } = await drawing();
  send('HIDDEN');
  wait(7_400);
  const before = round();
  send('SEEN');
  expect(round()).toBe(before + 1);
  wait(7_400);
  expect(value()).toEqual({ showing: 'drawing' });
  wait(200);
  expect(value()).toBe('failed');
});

test('a tab that was never hidden does not restart its page', async () => {
  const { send, after: wait, value, round } = await drawing();
  const before = round();
  wait(7_000);
  send('SEEN');
  expect(round()).toBe(before);
  wait(600);
  expect(value()).toBe('failed');
});
