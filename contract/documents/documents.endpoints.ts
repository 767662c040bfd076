/** PDF documents. Unknown ones, those of other organizations, and those not yet uploaded all answer not.found. */
import type { Endpoint } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { ID } from '../base/schemas';

export const documentEndpoints = {
  complianceDocumentPreview: {
    method: 'GET',
    path: '/api-agency/v1/compliance/documents/{documentId}/preview',
    summary:
      'A compliance document as a PDF, generated from its stored fields. Needs a permission that opens its page.',
    auth: 'bearer',
    params: { type: 'object', required: ['documentId'], properties: { documentId: ID }, additionalProperties: false },
    produces: 'application/pdf',
    response: FILE_RESPONSE,
    errors: ['not.found', 'server.unauthorized'],
  },
  invoicePreview: {
    method: 'GET',
    path: '/api-timecard/v1/invoices/{invoiceId}/preview',
    summary:
      'An invoice or a reverse invoice with its timesheets. Needs a permission that opens its page, or MENU_TIMESHEET.',
    auth: 'bearer',
    params: { type: 'object', required: ['invoiceId'], properties: { invoiceId: ID }, additionalProperties: false },
    produces: 'application/pdf',
    response: FILE_RESPONSE,
    errors: ['not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
