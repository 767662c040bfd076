import { reasonOf } from './errors';

it.each([
  ['its message', new Error('the disk is full'), 'the disk is full'],
  [
    'those of all addresses of a name',
    Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ETIMEDOUT')]), {
      code: 'ECONNREFUSED',
    }),
    'connect ECONNREFUSED ::1:5432; connect ETIMEDOUT',
  ],
  ['its code if it has no message', Object.assign(new Error(''), { code: 'EPIPE' }), 'EPIPE'],
  ['what it is if it has neither', new RangeError(''), 'RangeError'],
])('the reason of an error is %s', (_, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
