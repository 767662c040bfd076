import { createSelector } from 'reselect';
import { failureText } from '../access/access.texts';
import { selectForm } from '../forms/forms.selectors';
import type { AppState } from '../state';
import { changedMeanwhile } from './users.rules';
import type { RoleChoice, UserStart, UserValues } from './users.types';

const selectChoices = (state: AppState) => state.admin?.choices;

export const selectUserForm = createSelector([selectForm], (form) => {
  const start = form.loaded as UserStart | null;
  const before = form.before as UserStart | null;
  return {
    ...form,
    start,
    draft: form.draft as UserValues | null,
    meanwhile: start !== null && before !== null ? changedMeanwhile(before, start) : [],
    /** A conflict while somebody is added is about the username. */
    userNameTaken: start?.kind === 'add' && form.conflict,
  };
});

export interface RolesOffered {
  readonly roles: readonly RoleChoice[] | null;
  readonly error: string | null;
}

/** The roles that somebody of this organisation can be given. */
export const selectRolesOffered = createSelector(
  [selectForm, selectChoices, (_: AppState, organizationId: string) => organizationId],
  (form, choices, organizationId): RolesOffered => {
    const start = form.loaded as UserStart | null;
    if (start?.roles) return { roles: start.roles, error: null };
    const failure = choices?.organizationId === organizationId ? choices.failure : null;
    return {
      roles: choices?.organizationId === organizationId ? choices.roles : null,
      error: failure && `The roles could not be loaded. ${failureText(failure)}`,
    };
  },
);
