/** Notifications that a user of a managing organization writes to the whole program, others to their organization. */
import type { Endpoint } from '../base/endpoint';
import { SOMETHING_VISIBLE } from '../base/values';

export const COMPANY_SUBJECT_MAX_LENGTH = 200;
export const COMPANY_MESSAGE_MAX_LENGTH = 10_000;

export const companyNotificationEndpoints = {
  companyNotificationReach: {
    method: 'GET',
    path: '/api-user/v1/notifications/company/reach',
    summary: 'How many people a company notification of the caller would reach now.',
    auth: 'bearer',
    response: {
      title: 'CompanyNotificationReach',
      type: 'object',
      required: ['people'],
      properties: { people: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  sendCompanyNotification: {
    method: 'POST',
    path: '/api-user/v1/notifications/company',
    summary:
      'Notifies everyone in the program of a managing organization, or in the organization of other callers. The same requestId notifies once; with another text it is a conflict.',
    auth: 'bearer',
    body: {
      title: 'CompanyNotification',
      type: 'object',
      required: ['subject', 'template', 'requestId'],
      properties: {
        subject: { type: 'string', minLength: 1, maxLength: COMPANY_SUBJECT_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
        template: { type: 'string', minLength: 1, maxLength: COMPANY_MESSAGE_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
        requestId: { type: 'string', format: 'uuid' },
      },
      additionalProperties: false,
    },
    response: {
      title: 'CompanyNotificationSent',
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string', enum: ['companyNotificationSent'] } },
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
