/** The query of a dashboard card, after the caller's permissions have been checked. */
import type { OrganizationType } from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import {
  CHOICE_FIELDS,
  CHOICE_LABELS,
  offersChoice,
  type ChoiceField,
  type DashboardFilter,
  type Period,
} from '../../../contract/dashboards/filter';
import { JOB_TYPE_OPTIONS } from '../../../contract/base/statuses';
import { dayAt } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import { periodOf } from './period';

/** `clientId`: the facility chosen in the shell. */
export type WidgetFilter = DashboardFilter & { readonly clientId?: string };

export interface DashboardQuery {
  /** One transaction in the caller's scope. */
  readonly queries: Queries;
  readonly scope: Scope;
  readonly filter: WidgetFilter;
  readonly period: Period;
  /** The viewer's date. */
  readonly today: string;
}

/** Throws `server.unauthorized` when one of the permissions is missing. */
export async function requireAll(queries: Queries, scope: Scope, permissions: readonly Permission[]): Promise<void> {
  const held = scope.userId === null ? [] : await permissionsOf(queries, scope.userId);
  if (!permissions.every((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
}

/**
 * Throws `request.invalid` if the caller's organization cannot filter by one of the fields; `offers` decides which it
 * can.
 */
export function dashboardQuery(
  queries: Queries,
  scope: Scope,
  filter: WidgetFilter,
  now: Date,
  offers: (field: ChoiceField, type: OrganizationType) => boolean = offersChoice,
): DashboardQuery {
  for (const field of CHOICE_FIELDS) {
    if ((filter[field] ?? []).length === 0 || offers(field, scope.organizationType)) continue;
    throw invalid(`Your organization cannot filter by '${CHOICE_LABELS[field]}'. Please remove it.`);
  }
  if (filter.jobTypes?.some((type) => !JOB_TYPE_OPTIONS.some(({ value }) => value === type))) {
    throw invalid(`The filter '${CHOICE_LABELS.jobTypes}' has an unknown value. Please choose one of the options.`);
  }
  const today = dayAt(now, scope.timeZone);
  return { queries, scope, filter, period: periodOf(filter, today), today };
}

const invalid = (sentence: string): ApiError => new ApiError('request.invalid', { sentence });
