/** What a card is asked for, once it is clear that the caller may ask it. */
import {
  CHOICE_FIELDS,
  CHOICE_LABELS,
  offersChoice,
  type DashboardFilter,
  type Period,
} from '../../contract/dashboard';
import { JOB_TYPE_OPTIONS } from '../../contract/lists';
import type { Permission } from '../../contract';
import { permissionsOf } from '../access/permissions';
import type { Queries, Scope } from '../database';
import { ApiError } from '../http/errors';
import { periodOf } from './period';

export type WidgetFilter = DashboardFilter & { readonly clientId?: string };

export interface Asked {
  /** One transaction in the caller's scope. */
  readonly queries: Queries;
  readonly scope: Scope;
  readonly filter: WidgetFilter;
  readonly period: Period;
}

/** Throws `server.unauthorized` where one of the permissions is not held. */
export async function requireAll(queries: Queries, scope: Scope, permissions: readonly Permission[]): Promise<void> {
  const held = scope.userId === null ? [] : await permissionsOf(queries, scope.userId);
  if (!permissions.every((permission) => held.includes(permission))) throw new ApiError('server.unauthorized');
}

/** Throws `request.invalid` with a sentence for what this kind of organisation cannot filter by. */
export function askedFor(queries: Queries, scope: Scope, filter: WidgetFilter, now: Date): Asked {
  for (const field of CHOICE_FIELDS) {
    if ((filter[field] ?? []).length === 0 || offersChoice(field, scope.organizationType)) continue;
    throw invalid(`Your organization cannot filter by '${CHOICE_LABELS[field]}'. Please remove it.`);
  }
  if (filter.jobTypes?.some((type) => !JOB_TYPE_OPTIONS.some(({ value }) => value === type))) {
    throw invalid(
      `The filter '${CHOICE_LABELS.jobTypes}' has a value it does not know. Please choose one that is offered.`,
    );
  }
  return { queries, scope, filter, period: periodOf(filter, now) };
}

const invalid = (sentence: string): ApiError => new ApiError('request.invalid', { sentence });
