/** The forms and pages of administration, in one file of the build. */
export { BroadcastScreen } from './broadcasts/BroadcastScreen';
export { ComposeScreen } from './broadcasts/ComposeScreen';
export { RoleFormScreen } from './roles/RoleFormScreen';
export { UserFormScreen } from './users/UserFormScreen';
