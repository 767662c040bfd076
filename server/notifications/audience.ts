/** Whom an event concerns: which organisations, and of their people those who may open the section it is about. */
import { SUB_CATEGORIES, tabOf, type NotificationTab, type Permission } from '../../contract';
import type { DomainEvent } from './events';

/**
 * - `PARTIES`: the managing organisation, the facility and the supplier that it is between
 * - `SUPPLIERS`: the managing organisation, the facility and every supplier of the programme
 * - `PROGRAMME`: everybody of the programme
 * - `ORGANIZATION`: everybody of the teller's own organisation
 * - `PERSON`: one person of it
 */
export type Audience = 'PARTIES' | 'SUPPLIERS' | 'PROGRAMME' | 'ORGANIZATION' | 'PERSON';

/** Any of these opens the section; none are needed where the list is empty. */
const SECTION_PERMISSIONS: Readonly<Record<NotificationTab, readonly Permission[]>> = {
  JOBSORDERS: ['MENU_JOB'],
  SUBMISSIONS: ['MENU_SUBMISSIONS', 'MENU_SUBMITTAL'],
  COMPLIANCE: ['MENU_COMPLIANCE'],
  ASSIGNMENTS: ['MENU_ASSIGNMENTS'],
  BACK_OFFICE: ['MENU_TIMESHEET', 'MENU_INVOICING'],
  BROADCAST: [],
};

export const permissionsFor = ({ what }: DomainEvent): readonly Permission[] =>
  what === 'TASK_DUE' ? [] : SECTION_PERMISSIONS[tabOf(SUB_CATEGORIES[what].category)];

export function audienceOf(event: DomainEvent, fromManager: boolean): Audience {
  if (event.kind === 'company') return fromManager ? 'PROGRAMME' : 'ORGANIZATION';
  if (event.kind === 'task') return 'PERSON';
  // Only a posted job is known to all suppliers.
  return event.kind === 'job' ? 'SUPPLIERS' : 'PARTIES';
}
