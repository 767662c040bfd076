/** What the forms of a user and of an organization's first administrator say about a person's fields. */
import { object, ValidationError } from 'yup';
import { personFields } from './person.schema';

const VALID = { firstName: 'Robin', lastName: 'Doe', email: 'robin@example.com', userName: 'robin.doe' };

const errorsOf = async (values: object): Promise<readonly string[]> =>
  object(personFields)
    .validate({ ...VALID, ...values }, { abortEarly: false })
    .then(
      () => [],
      (error: unknown) => (error instanceof ValidationError ? error.errors : Promise.reject(error)),
    );

test.each([
  ['a name of another script, its letters joined', { firstName: 'می\u200cنا' }],
  ['a username in another script', { userName: 'Жанна_1' }],
  ['the longest username', { userName: 'x'.repeat(254) }],
  ['spaces around a field', { email: '  robin@example.com ' }],
])('%s is accepted', async (_what, values) => {
  expect(await errorsOf(values)).toEqual([]);
});

test.each([
  ['a name of spaces', { lastName: '   ' }, 'Please enter the last name.'],
  [
    'an invisible name',
    { firstName: '\u200b\u2800' },
    'The first name has no visible characters. Please type it again.',
  ],
  ['a name that is too long', { firstName: 'x'.repeat(101) }, 'Please use at most 100 characters.'],
  ['an address without a domain', { email: 'robin' }, 'This is not an email address. One looks like name@example.com.'],
  ['no address', { email: '' }, 'Please enter the email address.'],
  ['no username', { userName: '' }, 'Please enter a username.'],
  ['a username with a space', { userName: 'robin doe' }, 'Please use letters, digits and . _ @ + - only.'],
  ['a username that is too long', { userName: 'x'.repeat(255) }, 'Please use at most 254 characters.'],
])('%s is refused with a message', async (_what, values, message) => {
  expect(await errorsOf(values)).toEqual([message]);
});
