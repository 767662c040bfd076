/** The answer to a request that breaks its schema: a sentence for the person, who sees it on a form. */
import type { FastifySchemaValidationError } from 'fastify/types/schema';

/** Labels of fields whose name differs from what people see. */
const LABELS: Readonly<Record<string, string>> = {
  userName: 'username',
  subCategoryIds: 'categories',
};

/**
 * Names the field and what to do about it. The value is not repeated: it may be a secret. `undefined` if the error is
 * not about a field that a person fills in.
 */
export function validationSentence({
  keyword,
  instancePath,
  params,
}: FastifySchemaValidationError): string | undefined {
  const missing = keyword === 'required' ? String(params['missingProperty']) : undefined;
  const field = labelOf(missing ?? lastName(instancePath));
  if (field === '' || keyword === 'additionalProperties') return undefined;
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return `Please fill in the ${field}.`;
    case 'minLength':
      return limit === 1 ? `Please fill in the ${field}.` : `Please use at least ${limit} characters for the ${field}.`;
    case 'maxLength':
      return `Please use at most ${limit} characters for the ${field}.`;
    case 'minItems':
      return `Please choose at least ${limit} for the ${field}.`;
    case 'maxItems':
      return `Please choose at most ${limit} for the ${field}.`;
    case 'minimum':
      return `Please enter a number of at least ${limit} for the ${field}.`;
    case 'maximum':
      return `Please enter a number of at most ${limit} for the ${field}.`;
    case 'enum':
    case 'const':
      return `Please choose one of the values offered for the ${field}.`;
    default:
      return `The ${field} cannot be used as it is. Please check it.`;
  }
}

/** `/records/0/id` is about the records. */
function lastName(path: string): string {
  const names = path.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
  return names.at(-1) ?? '';
}

/** `organizationCode` and `organization_code` are the organization code; `roleIds` are the roles. */
function labelOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return LABELS[name] ?? words.replace(/ id$/, '').replace(/ ids$/, 's');
}
