/** Schemas of what selects rows of a list. */
import { CHOSEN_FACILITY } from '../base/values';
import { LIST_MAX_CHOSEN } from './list';

export const filters = {
  type: 'object',
  description:
    "Filter name to values: chosen values, one range 'from..to' with an open side left out, or one of 'yes' and 'no'. Numbers have up to 12 digits, days and hours as many as reach a century.",
  maxProperties: 40,
  additionalProperties: {
    type: 'array',
    maxItems: 500,
    items: { type: 'string', maxLength: 200 },
  },
} as const;
export const q = { type: 'string', maxLength: 100, description: 'Text to look for; every word must occur.' } as const;
export const sort = {
  type: 'string',
  maxLength: 60,
  description: "A sortable column, '-' before it for descending; without it the list's own order.",
} as const;

export const ids = { type: 'array', maxItems: LIST_MAX_CHOSEN, items: { type: 'string', format: 'uuid' } } as const;

/** Which rows of a list a file holds, and their order. */
export const exportedRows = {
  filters,
  q,
  sort,
  clientId: CHOSEN_FACILITY,
  ids: { ...ids, minItems: 1, description: 'Only these of the rows that match.' },
} as const;
