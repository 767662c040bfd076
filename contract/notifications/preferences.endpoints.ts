/** A user's own notification preferences. */
import type { Endpoint } from '../base/endpoint';
import { NOTIFICATION_CATEGORIES } from './categories';
import { NOTIFICATION_CONFIGS, SUB_CATEGORY_CODES } from './kinds';
import { OWN_USER_ID } from '../base/schemas';

const preference = {
  title: 'NotificationPreference',
  type: 'object',
  required: [
    'id',
    'subCategoryCode',
    'subCategoryName',
    'notification',
    'emailNotification',
    'mobileNotification',
    'allNotification',
    'requiredNotification',
    'emailRequiredNotification',
    'isUseInVmsMobile',
    'isAllDisabled',
  ],
  properties: {
    id: { type: ['string', 'null'], description: 'Null if the caller has never saved this row.' },
    subCategoryCode: { type: 'string', enum: SUB_CATEGORY_CODES },
    subCategoryName: { type: 'string' },
    notification: { type: 'boolean' },
    emailNotification: { type: 'boolean' },
    mobileNotification: { type: 'boolean' },
    allNotification: { type: 'boolean' },
    requiredNotification: { type: 'boolean' },
    emailRequiredNotification: { type: 'boolean' },
    isUseInVmsMobile: { type: 'boolean' },
    isAllDisabled: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;
const ofUser = {
  type: 'object',
  required: ['userId'],
  properties: { userId: OWN_USER_ID },
  additionalProperties: false,
} as const;

export const preferenceEndpoints = {
  notificationPreferences: {
    method: 'GET',
    path: '/api-user/v1/users/{userId}/notification-preferences',
    summary: 'What the caller wants to be notified of, by category, as saved or by default.',
    auth: 'bearer',
    params: ofUser,
    response: {
      title: 'NotificationPreferences',
      type: 'array',
      items: {
        title: 'NotificationPreferenceGroup',
        type: 'object',
        required: ['categoryCode', 'subCategories'],
        properties: {
          categoryCode: { type: 'string', enum: NOTIFICATION_CATEGORIES },
          subCategories: { type: 'array', items: preference },
        },
        additionalProperties: false,
      },
    },
    errors: ['not.found'],
  },
  notificationConfigs: {
    method: 'GET',
    path: '/api-user/v1/users/{userId}/notification-configs',
    summary: "Which optional rows of the preferences the caller's organization has.",
    auth: 'bearer',
    params: ofUser,
    response: {
      title: 'NotificationConfigs',
      type: 'array',
      items: {
        type: 'object',
        required: ['label', 'value'],
        properties: { label: { type: 'string', enum: NOTIFICATION_CONFIGS }, value: { type: 'boolean' } },
        additionalProperties: false,
      },
    },
    errors: ['not.found'],
  },
  saveNotificationPreferences: {
    method: 'PUT',
    path: '/api-user/v1/users/{userId}/notification-preferences',
    summary: 'Saves the given flags of these rows, all or none.',
    auth: 'bearer',
    params: ofUser,
    body: {
      title: 'SaveNotificationPreferences',
      type: 'object',
      required: ['records'],
      properties: {
        records: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            required: ['subCategoryCode'],
            properties: {
              subCategoryCode: { type: 'string', enum: SUB_CATEGORY_CODES },
              notification: {
                type: 'boolean',
                description: 'If false, its email is turned off, too, unless required.',
              },
              emailNotification: { type: 'boolean' },
              mobileNotification: { type: 'boolean' },
              allNotification: { type: 'boolean' },
            },
            description: 'A flag that is absent stays as it is.',
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    response: {
      title: 'NotificationPreferencesSaved',
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string', enum: ['saveUserPreferences'] } },
      additionalProperties: false,
    },
    errors: ['not.found'],
  },
} as const satisfies Record<string, Endpoint>;
