/** Row types of the shared board and the handovers. Only functions of the database write entries and handovers. */
import type { Generated } from 'kysely';
import type { AlarmCondition, AlarmMeasure } from '../../../contract/board/alarms.endpoints';

export interface BoardEntriesTable {
  organization_id: string;
  /** The id that all contents of the event share. */
  content_id: string;
  acknowledged_by: string | null;
  acknowledged_at: Date;
  assignee_id: string | null;
  assigned_at: Date | null;
  version: number;
  /** Of its last version. */
  changed_at: Generated<Date>;
}

export interface BoardHandoversTable {
  id: string;
  organization_id: string;
  /** For idempotency. */
  request_id: string;
  author_id: string | null;
  note: string;
  created_at: Date;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
}

export interface BoardAlarmRulesTable {
  id: string;
  organization_id: string;
  name: string;
  measure: AlarmMeasure;
  condition: AlarmCondition;
  count: number;
  minutes: number;
  /** Null: all that the organization sees. */
  facility_id: string | null;
  /** For how long it is not true before its alarm is cleared. */
  calm_minutes: number;
  /** 1 is Monday. */
  days: number[];
  /** 'HH:MM' in the zone; null: all day. */
  watched_from: string | null;
  watched_to: string | null;
  time_zone: string;
  recipients: string[];
  /** Minutes without acknowledgement; null: it does not escalate. */
  escalate_after: number | null;
  escalate_to: string[];
  is_on: boolean;
  version: Generated<number>;
  created_at: Generated<Date>;
  /** Null: check it in the next round. */
  checked_at: Date | null;
}

/** At most one of a rule is not cleared. */
export interface BoardAlarmsTable {
  id: Generated<string>;
  organization_id: string;
  /** Null: the rule was removed. */
  rule_id: string | null;
  /** The number of events when it was raised. */
  found: number;
  name: string;
  /** What was found, as a sentence. */
  text: string;
  raised_at: Date;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
  escalated_at: Date | null;
  /** Since when its rule has no longer been true; null while it is true. */
  calm_since: Date | null;
  cleared_at: Date | null;
}

export interface BoardTables {
  board_alarm_rules: BoardAlarmRulesTable;
  board_alarms: BoardAlarmsTable;
  board_entries: BoardEntriesTable;
  board_handovers: BoardHandoversTable;
}
