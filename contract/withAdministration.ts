/**
 * Importing this makes the calls of administration known. They are many, and nobody needs them before they have signed
 * in, so the app fetches them with the shell; the server knows them from the start.
 */
import { broadcastAdminEndpoints } from './broadcastAdmin.endpoints';
import { endpoints } from './index';
import { roleEndpoints } from './roles.endpoints';
import { userEndpoints } from './users.endpoints';

Object.assign(endpoints, broadcastAdminEndpoints, roleEndpoints, userEndpoints);
