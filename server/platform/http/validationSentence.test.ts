/** The sentences that people read if a field breaks its schema, by the validator that the server uses. */
import Ajv from 'ajv';
import { validationSentence } from './validationSentence';

const schema = {
  type: 'object',
  required: ['userName'],
  additionalProperties: false,
  properties: {
    userName: { type: 'string', minLength: 1, maxLength: 254 },
    newPassword: { type: 'string', minLength: 6 },
    organization_code: { type: 'string', maxLength: 64 },
    userTypeIds: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['A', 'B'] } },
    tags: { type: 'array', minItems: 1 },
    recordId: { type: 'string', pattern: '^x$' },
    hours: { type: 'integer', minimum: 1, maximum: 40 },
    checked: { const: true },
  },
};
const validate = new Ajv().compile(schema);

test.each([
  [{}, 'Please fill in the username.'],
  [{ userName: '' }, 'Please fill in the username.'],
  [{ userName: 'u'.repeat(255) }, 'Please use at most 254 characters for the username.'],
  [{ userName: 'u', newPassword: 'abc' }, 'Please use at least 6 characters for the new password.'],
  [{ userName: 'u', organization_code: 'O'.repeat(65) }, 'Please use at most 64 characters for the organization code.'],
  [{ userName: 'u', userTypeIds: ['A', 'B', 'A'] }, 'Please choose at most 2 for the user types.'],
  [{ userName: 'u', userTypeIds: ['A', 'C'] }, 'Please choose one of the values offered for the user types.'],
  [{ userName: 'u', tags: [] }, 'Please choose at least 1 for the tags.'],
  [{ userName: 'u', recordId: 'y' }, 'The record cannot be used as it is. Please check it.'],
  [{ userName: 'u', hours: 0 }, 'Please enter a number of at least 1 for the hours.'],
  [{ userName: 'u', hours: 41 }, 'Please enter a number of at most 40 for the hours.'],
  [{ userName: 'u', checked: false }, 'Please choose one of the values offered for the checked.'],
  // Fields that no person filled in.
  [{ userName: 'u', secret: 'hidden' }, undefined],
  ['text', undefined],
])('%j: %s', (body, sentence) => {
  expect(validate(body)).toBe(false);
  expect(validationSentence(validate.errors![0] as never)).toBe(sentence);
});
