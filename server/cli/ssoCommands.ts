/** Commands about single sign-on: which provider an organization has, and whether the provider answers correctly. */
import type { Command } from 'commander';
import { sql } from 'kysely';
import { ApiError } from '../base/errors';
import { OutsideFetchError } from '../identity/sso/outsideFetch';
import type { Sso } from '../identity/sso/sso';
import { findByCode, OPERATOR, withOperator } from './operator';
import type { CommandContext } from './terminal';

const REGISTRATION = /^[A-Za-z0-9._-]{1,64}$/;
const MOST_LETTERS = 200;

interface AddOptions {
  readonly organization: string;
  readonly registration: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly linkByEmail: boolean;
}

interface Step {
  readonly step: string;
  readonly ok: boolean;
  readonly says: string;
}

/** Adds `sso add`, `remove`, `list` and `test`. */
export function ssoCommands(program: Command, context: CommandContext): void {
  const sso = program.command('sso').description('single sign-on of organizations');

  sso
    .command('add')
    .description('gives an organization its provider; an earlier one is switched off')
    .requiredOption('--organization <code>')
    .requiredOption('--registration <id>', 'the last part of the address where people start')
    .requiredOption('--issuer <address>', "exactly as in the provider's metadata")
    .requiredOption('--client-id <id>')
    .option('--scopes <scopes>', 'what is requested', 'openid email')
    .option('--link-by-email', 'lets people without a password sign in by their verified email address', false)
    .action((options: AddOptions) =>
      withOperator(context.env, async ({ config, database, services }) => {
        refuseUnusable(options);
        const steps = await examine(services.sso, options.issuer);
        const wrong = steps.find(({ ok }) => !ok);
        if (wrong !== undefined)
          throw new ApiError('request.invalid', { sentence: `${wrong.says} Nothing was changed.` });
        const code = await database.asOperator(async (queries) => {
          const organization = await findByCode(queries, options.organization);
          await queries
            .updateTable('sso_providers')
            .set({ disabled_at: sql<Date>`now()` })
            .where('organization_id', '=', organization.id)
            .where('disabled_at', 'is', null)
            .execute();
          const values = {
            issuer: options.issuer,
            client_id: options.clientId,
            scope: options.scopes,
            link_by_email: options.linkByEmail,
            disabled_at: null,
          };
          await queries
            .insertInto('sso_providers')
            .values({ organization_id: organization.id, registration_id: options.registration, ...values })
            .onConflict((conflict) => conflict.columns(['organization_id', 'registration_id']).doUpdateSet(values))
            .execute();
          await services.audit.record(queries, {
            event: 'provider_added',
            outcome: 'ok',
            organizationId: organization.id,
            details: { after: { registrationId: options.registration, issuer: options.issuer } },
            client: OPERATOR,
          });
          return organization.code;
        });
        const address = `${config.publicUrl.origin}/${code}/auth/sso/${options.registration}`;
        context.print(`People of ${code} sign in at ${address}`, { organization: code, address });
      }),
    );

  sso
    .command('remove')
    .description('switches single sign-on of an organization off')
    .requiredOption('--organization <code>')
    .action(({ organization: wanted }: { organization: string }) =>
      withOperator(context.env, async ({ database, services }) => {
        const { code, removed } = await database.asOperator(async (queries) => {
          const organization = await findByCode(queries, wanted);
          const [row] = await queries
            .updateTable('sso_providers')
            .set({ disabled_at: sql<Date>`now()` })
            .where('organization_id', '=', organization.id)
            .where('disabled_at', 'is', null)
            .returning('registration_id')
            .execute();
          if (row === undefined) return { code: organization.code, removed: false };
          await services.audit.record(queries, {
            event: 'provider_removed',
            outcome: 'ok',
            organizationId: organization.id,
            details: { before: { registrationId: row.registration_id } },
            client: OPERATOR,
          });
          return { code: organization.code, removed: true };
        });
        const sentence = removed ? `${code} signs in by password.` : `${code} had no single sign-on.`;
        context.print(sentence, { organization: code, removed });
      }),
    );

  sso
    .command('list')
    .description('which organizations have single sign-on')
    .action(() =>
      withOperator(context.env, async ({ database }) => {
        const providers = await database.asOperator((queries) =>
          queries
            .selectFrom('sso_providers as p')
            .innerJoin('organizations as o', 'o.id', 'p.organization_id')
            .where('p.disabled_at', 'is', null)
            .select([
              'o.code as organization',
              'p.registration_id as registration',
              'p.issuer',
              'p.client_id as clientId',
            ])
            .orderBy('o.code')
            .execute(),
        );
        const lines = providers.map(
          (each) => `${each.organization}  ${each.registration}  ${each.issuer}  ${each.clientId}`,
        );
        context.print(lines.length === 0 ? 'No organization has single sign-on.' : lines.join('\n'), { providers });
      }),
    );

  sso
    .command('test')
    .description('checks step by step whether a provider answers what signing in needs')
    .requiredOption('--issuer <address>', "exactly as in the provider's metadata")
    .action(({ issuer }: { issuer: string }) =>
      withOperator(context.env, async ({ services }) => {
        const steps = await examine(services.sso, issuer);
        const lines = steps.map(({ ok, step, says }) => `${ok ? 'ok   ' : 'WRONG'} ${step}: ${says}`);
        context.print(lines.join('\n'), { ok: steps.every(({ ok }) => ok), steps });
        if (steps.some(({ ok }) => !ok)) context.fail();
      }),
    );
}

function refuseUnusable({ registration, issuer, clientId, scopes }: AddOptions): void {
  const refuse = (sentence: string) => {
    throw new ApiError('request.invalid', { sentence });
  };
  if (!REGISTRATION.test(registration)) refuse('Please use 1 to 64 letters, digits and . _ - for the registration.');
  if (issuer.length > MOST_LETTERS || clientId === '' || clientId.length > MOST_LETTERS)
    refuse(`Please use at most ${MOST_LETTERS} characters for the issuer and the client id.`);
  if (!scopes.split(' ').includes('openid')) refuse('The scopes must contain openid.');
}

/** Stops at the first step that fails. */
async function examine({ metadata, keys }: Sso, issuer: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  try {
    const found = await metadata.of(issuer);
    steps.push({ step: 'metadata', ok: true, says: `people sign in at ${found.authorization_endpoint}` });
    await keys.check(found.jwks_uri);
    steps.push({ step: 'keys', ok: true, says: found.jwks_uri });
  } catch (error) {
    if (!(error instanceof OutsideFetchError)) throw error;
    const step = steps.length === 0 ? 'metadata' : 'keys';
    const says = `The ${step} of ${issuer} cannot be used (${error.message}). Check the address with the provider's administrator.`;
    steps.push({ step, ok: false, says });
  }
  return steps;
}
