/** The audit as lines of JSON, for those who may see it (AUDIT_VIEW). As a list it is one of contract/lists. */
import { JSON_LINES, type Endpoint } from '../base/endpoint';
import { FILE_RESPONSE } from '../base/files';
import { exportedRows } from './lists.endpoints';

export const auditEndpoints = {
  auditLines: {
    method: 'POST',
    path: '/api-user/v1/audit/lines',
    summary:
      'The events that match, up to 100,000, an object of JSON a line: id, at, event, outcome, reason, organization, user, session, address, device, before, after.',
    auth: 'bearer',
    body: { title: 'AuditLinesRequest', type: 'object', properties: exportedRows, additionalProperties: false },
    produces: JSON_LINES,
    response: FILE_RESPONSE,
    isExpensive: true,
    errors: ['server.unauthorized', 'too.many.requests'],
  },
} as const satisfies Record<string, Endpoint>;
