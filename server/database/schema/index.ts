/** Every table, typed. */
import type { Kysely } from 'kysely';
import type { AccessTables } from './access';
import type { DomainTables } from './domain';
import type { SsoTables } from './sso';

export type Schema = AccessTables & DomainTables & SsoTables;

/** What queries are built on: the pool itself, or one transaction of it. */
export type Queries = Kysely<Schema>;
