/**
 * Validation of answers by the contract's schemas. The build runs this file and bundles its result
 * (scripts/build/clientContract.ts), because the page need not download the schema compiler, and its policy forbids
 * compiling.
 */
import { apiErrorSchema, oauthErrorSchema } from '../../../contract/base/errors';
import { firstEndpoints } from '../../../contract/endpoints';
import { socketMessageSchema } from '../../../contract/notifications/realtime.endpoints';
import { acceptsBy, answerSchemas, hasSchemaIn, withFurtherProperties } from './answerSchemas';

export const SCHEMAS = {
  ...answerSchemas(firstEndpoints),
  apiError: withFurtherProperties(apiErrorSchema),
  oauthError: withFurtherProperties(oauthErrorSchema),
  socketMessage: withFurtherProperties(socketMessageSchema),
};

/** Whether this contract, and not the later one, has the schema of this call's answer. */
export const hasSchema = hasSchemaIn(SCHEMAS);

/** Whether a value matches its schema. */
export const accepts = acceptsBy(SCHEMAS);
