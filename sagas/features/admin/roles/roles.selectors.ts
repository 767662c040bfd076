import { createSelector } from 'reselect';
import { selectForm } from '../forms/forms.selectors';
import { changedMeanwhile } from './roles.rules';
import type { RoleStart, RoleValues } from './roles.rules';

export const selectRoleForm = createSelector([selectForm], (form) => {
  const start = form.loaded as RoleStart | null;
  const before = form.before as RoleStart | null;
  return {
    ...form,
    start,
    draft: form.draft as RoleValues | null,
    meanwhile: start !== null && before !== null ? changedMeanwhile(before, start) : [],
    /** For a new role, a conflict is about its name. */
    nameTaken: start?.roleId === null && form.conflict,
  };
});
