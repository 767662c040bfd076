import { createSelector } from 'reselect';
import { failureText } from '../../../base/http/failureText';
import { draftOnto, selectForm } from '../forms/forms.selectors';
import { concurrentChanges, rebasedUser } from './users.rules';
import type { RoleChoice, UserStart, UserValues } from './users.rules';
import type { ChoicesState } from './users.slice';

const selectChoices = (state: { readonly roleChoices?: ChoicesState }) => state.roleChoices;

/** The form of the user at the address; `start` and `draft` are null until it is loaded. */
export const selectUserForm = createSelector([selectForm], (form) => {
  const start = form.loaded as UserStart | null;
  const before = form.before as Pick<UserStart, 'values'> | null;
  return {
    ...form,
    start,
    draft: draftOnto<UserValues>(form, start, rebasedUser),
    meanwhile: start !== null && before !== null ? concurrentChanges(before, start) : [],
    /** For a new user, a conflict is about the username. */
    userNameTaken: start?.kind === 'add' && form.conflict,
  };
});

export interface RolesOffered {
  readonly roles: readonly RoleChoice[] | null;
  readonly error: string | null;
}

/** The roles available to a user of this organization. */
export const selectRolesOffered = createSelector(
  [selectForm, selectChoices, (_: unknown, organizationId: string) => organizationId],
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
