/** The rules that the form of a role renders with. */
export { foundPermissions, lockOf, rebasedRole, withToggled } from './roles.rules';
