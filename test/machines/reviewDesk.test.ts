/** Which document the review desk shows after a decision. transitions.test.ts covers its transitions. */
import { reviewDeskMachine, type ReviewResult } from '../../machines/reviewDesk/reviewDesk.machine';
import { drive } from '../support/pureMachine';

const desk = (ids: readonly string[]) =>
  drive(reviewDeskMachine, undefined).answer('loadQueue', { ids, complete: true, first: null });
const decided = (id: string, result: ReviewResult = 'approve') => ({ type: 'DECIDED', ids: [id], result }) as const;
type Desk = ReturnType<typeof desk>;
const shown = ({ value, context }: Desk) => [value, context.queue[context.at]];

it('a decision about the document on the desk moves to the next open one', () => {
  const run = desk(['a', 'b', 'c']).send(decided('b', 'elsewhere'), decided('a'));
  expect(shown(run)).toEqual(['reviewing', 'c']);
});

it('a decision about the last open document ends the queue', () => {
  expect(desk(['a', 'b']).send(decided('a'), decided('b')).value).toBe('over');
});

it.each<ReviewResult>(['reject', 'elsewhere'])(
  'a decided document that is read again stays on the desk when another one is decided (%s)',
  (result) => {
    const run = desk(['a', 'b', 'c']).send(decided('a'), { type: 'PREVIOUS' });
    expect(shown(run.send(decided('c', result)))).toEqual(['reviewing', 'a']);
    expect(shown(run.send(decided('b', result)))).toEqual(['reviewing', 'a']);
    expect(run.context.results).toEqual({ a: 'approve', b: result, c: result });
    expect(run.send({ type: 'NEXT' }).value).toBe('over');
  },
);

it('a decision about a document that is not in the queue moves nothing', () => {
  expect(shown(desk(['a', 'b']).send(decided('x')))).toEqual(['reviewing', 'a']);
});
