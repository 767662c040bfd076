/** The same as clientContract.ts for the calls of later screens, in a chunk of its own. */
import { laterEndpoints } from '../../../contract/endpoints';
import { acceptsBy, answerSchemas } from './answerSchemas';

export const SCHEMAS = answerSchemas(laterEndpoints);

export const accepts = acceptsBy(SCHEMAS);
