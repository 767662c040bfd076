/** Commands about single sign-on: which provider an organization has, and whether the provider answers correctly. */
import type { Command } from 'commander';
import { refuseFailing, refuseUnusable, removeProvider, setProvider } from '../features/organizations/ssoProviders';
import { SSO_CALLBACK_PATH } from '../identity/sso/routes';
import { findByCode, OPERATOR, withOperator } from './operator';
import type { CommandContext } from './terminal';

interface AddOptions {
  readonly organization: string;
  readonly registration: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly linkByEmail: boolean;
}

/** Adds the commands `sso add`, `remove`, `list` and `test`. */
export function ssoCommands(program: Command, context: CommandContext): void {
  const sso = program.command('sso').description('single sign-on of organizations');

  sso
    .command('add')
    .description('gives an organization its provider; an earlier one is turned off')
    .requiredOption('--organization <code>')
    .requiredOption('--registration <id>', 'the last part of the address where people start')
    .requiredOption('--issuer <address>', "exactly as in the provider's metadata")
    .requiredOption('--client-id <id>')
    .option('--scopes <scopes>', 'what is requested', 'openid email')
    .option('--link-by-email', 'lets people without a password sign in by their verified email address', false)
    .action((options: AddOptions) =>
      withOperator(context.env, async ({ config, database, services }) => {
        refuseUnusable(options);
        const { issuer, clientId } = options;
        const redirectUri = config.publicUrl.origin + SSO_CALLBACK_PATH;
        const steps = await services.sso.testProvider({ issuer, client: { clientId, redirectUri } });
        refuseFailing(steps);
        const code = await database.asOperator(async (queries) => {
          const organization = await findByCode(queries, options.organization);
          await setProvider(queries, organization.id, options, { audit: services.audit, client: OPERATOR });
          return organization.code;
        });
        const address = `${config.publicUrl.origin}/${code}/auth/sso/${options.registration}`;
        // The client may be registered later.
        const failing = steps.find(({ ok }) => !ok);
        const sentence = failing
          ? `The identity provider of ${code} is saved. Its users will sign in at ${address}`
          : `Users of ${code} can sign in with their identity provider, at ${address}`;
        context.print(sentence, { organization: code, address, works: failing === undefined });
        if (failing) context.writeError(`No one can sign in with it yet. ${failing.message}`);
      }),
    );

  sso
    .command('remove')
    .description('turns off single sign-on of an organization')
    .requiredOption('--organization <code>')
    .action(({ organization: wanted }: { organization: string }) =>
      withOperator(context.env, async ({ database, services }) => {
        const { code, removed } = await database.asOperator(async (queries) => {
          const organization = await findByCode(queries, wanted);
          const removed = await removeProvider(queries, organization.id, { audit: services.audit, client: OPERATOR });
          return { code: organization.code, removed };
        });
        const sentence = removed ? `Users of ${code} sign in with a password.` : `${code} had no single sign-on.`;
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
    .option('--client-id <id>', 'asks whether the provider takes this client, too')
    .action(({ issuer, clientId }: { issuer: string; clientId?: string }) =>
      withOperator(context.env, async ({ config, services }) => {
        const redirectUri = config.publicUrl.origin + SSO_CALLBACK_PATH;
        const client = clientId === undefined ? undefined : { clientId, redirectUri };
        const steps = await services.sso.testProvider({ issuer, client });
        const lines = steps.map(({ ok, step, message }) => `${ok ? 'ok   ' : 'WRONG'} ${step}: ${message}`);
        context.print(lines.join('\n'), { ok: steps.every(({ ok }) => ok), steps });
        if (steps.some(({ ok }) => !ok)) context.fail();
      }),
    );
}
