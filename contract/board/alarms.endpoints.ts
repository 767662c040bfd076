/**
 * Alarms of the board: an organization's rules, which alarms they would have raised lately, and the alarms raised now.
 */
import type { FromSchema } from 'json-schema-to-ts';
import type { Endpoint } from '../base/endpoint';
import { SOMETHING_VISIBLE, TIME_ZONE_PATTERN } from '../base/values';
import { ID, INSTANT, NULLABLE_INSTANT, NULLABLE_TEXT } from '../base/schemas';

/** Events that rules count, of records that the organization may see. */
export const ALARM_MEASURES = [
  'TIMESHEET_SUBMITTED',
  'TIMESHEET_APPROVED',
  'TIMESHEET_DISPUTED',
  'SUBMISSION_CREATED',
  'DOCUMENT_UPLOADED',
  'DOCUMENT_REVIEWED',
  'JOB_POSTED',
] as const;
export type AlarmMeasure = (typeof ALARM_MEASURES)[number];
/** MORE_THAN: more than `count` within `minutes`. NONE_FOR: none at all for that long. */
export const ALARM_CONDITIONS = ['MORE_THAN', 'NONE_FOR'] as const;
export type AlarmCondition = (typeof ALARM_CONDITIONS)[number];

/** Per organization. */
export const ALARM_RULES_MAX = 50;
/** Per rule. */
const ALARM_PEOPLE_MAX = 20;
export const ALARM_NAME_MAX_LENGTH = 80;
/** One day. */
export const ALARM_MINUTES_MAX = 1_440;
export const ALARM_COUNT_MAX = 10_000;
/** Rows of a page, newest first. */
export const PAST_ALARMS_PAGE = 50;
/** How far back rules are tried. */
export const ALARM_TRIED_DAYS = 7;
const TIMES_SHOWN = 10;
const time = { type: ['string', 'null'], pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' } as const;
const minutes = { type: 'integer', minimum: 1, maximum: ALARM_MINUTES_MAX } as const;

const condition = {
  measure: { type: 'string', enum: ALARM_MEASURES },
  condition: { type: 'string', enum: ALARM_CONDITIONS },
  count: {
    type: 'integer',
    minimum: 0,
    maximum: ALARM_COUNT_MAX,
    description: 'The limit of MORE_THAN; 0 for NONE_FOR.',
  },
  minutes,
  facilityId: {
    anyOf: [ID, { type: 'null' }],
    description: 'Only records of this facility; null: all that the organization sees.',
  },
  calmMinutes: {
    type: 'integer',
    minimum: 0,
    maximum: ALARM_MINUTES_MAX,
    description:
      'It is cleared after not being true for this time; if it becomes true again within this time, it stays the same alarm.',
  },
  days: {
    type: 'array',
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    items: { type: 'integer', minimum: 1, maximum: 7 },
    description: 'The days of the week on which it is active; 1 is Monday.',
  },
  from: { ...time, description: 'It is active from this time on, HH:MM in the zone; null: all day.' },
  to: { ...time, description: 'It is active until this time, later than `from` on the same day; null: all day.' },
  timeZone: { type: 'string', pattern: TIME_ZONE_PATTERN, description: 'IANA name.' },
} as const;
const CONDITION = [
  'measure',
  'condition',
  'count',
  'minutes',
  'facilityId',
  'calmMinutes',
  'days',
  'from',
  'to',
  'timeZone',
] as const;

const watched = {
  title: 'AlarmCondition',
  type: 'object',
  required: CONDITION,
  properties: condition,
  additionalProperties: false,
} as const;
export type WatchedCondition = FromSchema<typeof watched>;

const people = { type: 'array', maxItems: ALARM_PEOPLE_MAX, uniqueItems: true, items: ID } as const;

const facts = {
  name: { type: 'string', minLength: 1, maxLength: ALARM_NAME_MAX_LENGTH, pattern: SOMETHING_VISIBLE },
  ...condition,
  recipients: { ...people, minItems: 1, description: 'Who is notified when it is raised.' },
  escalateAfter: {
    anyOf: [minutes, { type: 'null' }],
    description: 'Minutes without acknowledgement; null: it does not escalate.',
  },
  escalateTo: { ...people, description: 'Who is notified when it escalates.' },
  isOn: { type: 'boolean' },
} as const;
const FACTS = ['name', ...CONDITION, 'recipients', 'escalateAfter', 'escalateTo', 'isOn'] as const;

const rule = {
  title: 'AlarmRule',
  type: 'object',
  required: ['ruleId', 'version', ...FACTS],
  properties: { ruleId: ID, version: { type: 'integer', description: 'Grows with each change.' }, ...facts },
  additionalProperties: false,
} as const;
export type AlarmRule = FromSchema<typeof rule>;

const alarmFacts = {
  alarmId: ID,
  name: { type: 'string' },
  text: { type: 'string', description: 'What was found, as a sentence.' },
  raisedAt: INSTANT,
  acknowledgedBy: { ...NULLABLE_TEXT, description: 'The name of the first user; null: no one yet.' },
  acknowledgedAt: NULLABLE_INSTANT,
  escalatedAt: { ...NULLABLE_INSTANT, description: 'When it escalated, because no one had acknowledged it by then.' },
} as const;
const ALARM_FACTS = ['alarmId', 'name', 'text', 'raisedAt', 'acknowledgedBy', 'acknowledgedAt', 'escalatedAt'] as const;

/** An alarm is raised until it is cleared. Acknowledging it stops its escalation. */
export const alarmSchema = {
  title: 'Alarm',
  type: 'object',
  required: [...ALARM_FACTS, 'calmSince'],
  properties: {
    ...alarmFacts,
    calmSince: { ...NULLABLE_INSTANT, description: 'When it stopped being true; null while it is true.' },
  },
  additionalProperties: false,
} as const;
export type Alarm = FromSchema<typeof alarmSchema>;

const pastAlarm = {
  title: 'PastAlarm',
  type: 'object',
  required: [...ALARM_FACTS, 'endedAt'],
  properties: {
    ...alarmFacts,
    endedAt: { ...INSTANT, description: 'When it stopped being true, or when its rule was changed or removed.' },
  },
  additionalProperties: false,
} as const;
export type PastAlarm = FromSchema<typeof pastAlarm>;

const ofRule = {
  type: 'object',
  required: ['ruleId'],
  properties: { ruleId: ID },
  additionalProperties: false,
} as const;

export const alarmEndpoints = {
  alarmRules: {
    method: 'GET',
    path: '/api-user/v1/board/alarm-rules',
    summary: 'The alarm rules of the caller’s organization. Needs BOARD_ALARMS, like the calls that change them.',
    auth: 'bearer',
    response: {
      title: 'AlarmRules',
      type: 'object',
      required: ['rules', 'facilities', 'people'],
      properties: {
        rules: { type: 'array', items: rule },
        facilities: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name'],
            properties: { id: ID, name: { type: 'string' } },
            additionalProperties: false,
          },
          description: 'The facilities that a rule can be limited to.',
        },
        people: {
          type: 'array',
          items: {
            type: 'object',
            required: ['userId', 'name'],
            properties: { userId: ID, name: { type: 'string' } },
            additionalProperties: false,
          },
          description: 'The people named by the rules who still have an account.',
        },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  saveAlarmRule: {
    method: 'PUT',
    path: '/api-user/v1/board/alarm-rules/{ruleId}',
    summary:
      'Adds a rule under an id chosen by the caller, or changes it. `version` is the version that was read, 0 for a new rule; if it has other values by now, the answer is a conflict. The same request may be repeated. The alarms that the rule had raised are cleared.',
    auth: 'bearer',
    params: ofRule,
    body: {
      title: 'SaveAlarmRule',
      type: 'object',
      required: ['version', ...FACTS],
      properties: { version: { type: 'integer', minimum: 0, maximum: 2_147_483_647 }, ...facts },
      additionalProperties: false,
    },
    response: { ...rule, title: 'AlarmRuleSaved' },
    errors: ['server.unauthorized', 'request.invalid', 'conflict', 'not.found'],
  },
  removeAlarmRule: {
    method: 'DELETE',
    path: '/api-user/v1/board/alarm-rules/{ruleId}',
    summary: 'Removes a rule. The alarms that it had raised are cleared.',
    auth: 'bearer',
    params: ofRule,
    response: { title: 'AlarmRuleRemoved', type: 'object', additionalProperties: false },
    errors: ['server.unauthorized', 'not.found'],
  },
  tryAlarmRule: {
    method: 'POST',
    path: '/api-user/v1/board/alarm-rules/try',
    summary: `When an alarm with this condition would have been raised within the last ${ALARM_TRIED_DAYS} days.`,
    auth: 'bearer',
    body: { ...watched, title: 'TryAlarmRule' },
    response: {
      title: 'AlarmRuleTried',
      type: 'object',
      required: ['times', 'raised'],
      properties: {
        times: { type: 'integer', minimum: 0, description: 'How often; `raised` names the last ones only.' },
        raised: { type: 'array', maxItems: TIMES_SHOWN, items: INSTANT, description: 'The newest first.' },
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized', 'request.invalid'],
  },
  pastAlarms: {
    method: 'GET',
    path: '/api-user/v1/board/alarms/past',
    summary: `The cleared alarms of the caller’s organization, ${PAST_ALARMS_PAGE} a page, newest first; with \`beforeAlarmId\` those raised before that alarm.`,
    auth: 'bearer',
    query: { type: 'object', properties: { beforeAlarmId: ID }, additionalProperties: false },
    response: {
      title: 'PastAlarms',
      type: 'object',
      required: ['alarms', 'hasMore'],
      properties: { alarms: { type: 'array', items: pastAlarm }, hasMore: { type: 'boolean' } },
      additionalProperties: false,
    },
    errors: [],
  },
  acknowledgeAlarm: {
    method: 'POST',
    path: '/api-user/v1/board/alarms/{alarmId}/acknowledge',
    summary:
      'Acknowledges an alarm for the whole organization of the caller, so that it no longer escalates. If another user was first, the answer is a conflict that states who and when.',
    auth: 'bearer',
    params: { type: 'object', required: ['alarmId'], properties: { alarmId: ID }, additionalProperties: false },
    response: { ...alarmSchema, title: 'AlarmAcknowledged' },
    errors: ['not.found', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
