/** The audit trail as a file; on the screen it is a list like others. */
import { type Endpoint, JSON_LINES } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { exportedRows } from './criteria';

export const auditEndpoints = {
  auditLines: {
    method: 'POST',
    path: '/api-user/v1/audit/lines',
    summary:
      'The events that match, up to 100,000, an object of JSON a line: id, at, event, outcome, reason, organization, user, session, address, device, before, after. If events were left out, the name of the file states this.',
    auth: 'bearer',
    body: { title: 'AuditLinesRequest', type: 'object', properties: exportedRows, additionalProperties: false },
    produces: JSON_LINES,
    response: FILE_RESPONSE,
    isExpensive: true,
    errors: ['server.unauthorized', 'too.many.requests'],
  },
} as const satisfies Record<string, Endpoint>;
