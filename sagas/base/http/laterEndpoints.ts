/** The same as clientEndpoints.ts for the calls of later screens, in the chunk of laterContract.ts. */
import { laterEndpoints } from '../../../contract/endpoints';
import { sendable } from './clientEndpoints';

/** By name. */
export const endpoints = sendable(laterEndpoints);
