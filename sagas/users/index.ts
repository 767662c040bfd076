/** The words and rules that the form of a user renders with. */
export { AGENCY_USER_TYPE_LABELS, USER_TYPE_LABELS } from './users.rules';
