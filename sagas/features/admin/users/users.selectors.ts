import { createSelector } from 'reselect';
import { failureText } from '../../../base/http/failureText';
import { draftOnto, selectForm } from '../forms/forms.selectors';
import { concurrentChanges, rebasedUser } from './users.rules';
import type { RoleChoice, LoadedUser, UserValues } from './users.rules';
import type { RoleChoicesState } from './roleChoices.slice';

const selectChoices = (state: { readonly roleChoices?: RoleChoicesState }) => state.roleChoices;

/** The form of the user at the address; `loaded` and `draft` are null until it is loaded. */
export const selectUserForm = createSelector([selectForm], (form) => {
  const loaded = form.loaded as LoadedUser | null;
  const before = form.before as Pick<LoadedUser, 'values'> | null;
  return {
    ...form,
    loaded,
    draft: draftOnto<UserValues>(form, loaded, rebasedUser),
    meanwhile: loaded !== null && before !== null ? concurrentChanges(before, loaded) : [],
    /** For a new user, a conflict is about the username. */
    userNameTaken: loaded?.kind === 'add' && form.conflict,
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
    const loaded = form.loaded as LoadedUser | null;
    if (loaded?.roles) return { roles: loaded.roles, error: null };
    const failure = choices?.organizationId === organizationId ? choices.failure : null;
    return {
      roles: choices?.organizationId === organizationId ? choices.roles : null,
      error: failure && `The roles could not be loaded. ${failureText(failure)}`,
    };
  },
);
