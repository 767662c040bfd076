/** Commands about organizations: the first owner, further organizations, the schema. */
import { Option, type Command } from 'commander';
import { readConfig } from '../base/config';
import { ApiError } from '../base/errors';
import { openDatabase } from '../database';
import { NO_LOG } from '../database/pool';
import { LINK_MINUTES } from '../features/organizations/firstSetup';
import { addAdministrator, addOrganization } from '../features/organizations/organizations';
import { OPERATOR, withOperator } from './operator';
import type { CommandContext } from './terminal';

const TYPES = { managing: 'VMS', facility: 'CLIENT', supplier: 'AGENCY' } as const;

interface PersonOptions {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const withPerson = (command: Command): Command =>
  command
    .requiredOption('--username <name>', 'what they sign in with')
    .requiredOption('--email <address>', 'where codes and passwords are mailed')
    .requiredOption('--first-name <name>')
    .requiredOption('--last-name <name>');

/** Adds `setup-link`, `create-owner`, `create-organization` and `migrate`. */
export function organizationCommands(program: Command, context: CommandContext): void {
  program
    .command('setup-link')
    .description('prints the link with which the first owner sets up a new platform')
    .action(() =>
      withOperator(context.env, async ({ config, services }) => {
        const secret = await services.firstSetup.createLink();
        if (secret === null) return context.print('The platform has been set up already.', { address: null });
        const address = `${config.publicUrl.origin}/setup?secret=${secret}`;
        context.print(`Open this within ${LINK_MINUTES} minutes: ${address}`, { address });
      }),
    );

  withPerson(
    program
      .command('create-owner')
      .description('sets up a new platform without a browser; the password is read from the terminal or from a pipe')
      .requiredOption('--organization <code>', 'the code of the organization that owns the platform')
      .requiredOption('--name <name>', 'its name'),
  ).action((options: PersonOptions & { organization: string; name: string }) =>
    withOperator(context.env, async ({ services }) => {
      const owner = {
        organizationCode: options.organization,
        organizationName: options.name,
        userName: options.username,
        email: options.email,
        firstName: options.firstName,
        lastName: options.lastName,
        password: await context.readPassword(),
      };
      const code = await services.firstSetup.complete(null, owner, OPERATOR);
      context.print(`${code} is ready: ${owner.userName} can sign in.`, {
        organization: code,
        userName: owner.userName,
      });
    }),
  );

  withPerson(
    program
      .command('create-organization')
      .description('adds an organization with its first administrator, who gets a first password by email')
      .requiredOption('--code <code>', 'letters, digits and hyphens; its people enter it to sign in')
      .requiredOption('--name <name>')
      .addOption(new Option('--type <type>', 'what it is').choices(Object.keys(TYPES)).makeOptionMandatory())
      .option('--managed-by <code>', 'of a facility or supplier: the managing organization')
      .option('--city <city>', 'of a facility or supplier')
      .option('--state <state>', 'of a facility or supplier')
      .option('--time-zone <zone>', 'of a facility or supplier, such as America/Chicago')
      .option('--beds <number>', 'of a facility', '1'),
  ).action(
    (
      options: PersonOptions & {
        code: string;
        name: string;
        type: keyof typeof TYPES;
        managedBy?: string;
        city?: string;
        state?: string;
        timeZone?: string;
        beds: string;
      },
    ) =>
      withOperator(context.env, async ({ database, services }) => {
        const { city, state, timeZone } = options;
        const hasPlace = city !== undefined && state !== undefined && timeZone !== undefined;
        if (options.type !== 'managing' && !hasPlace) {
          throw new ApiError('request.invalid', {
            sentence: `Please give the place of the ${options.type}: --city, --state and --time-zone.`,
          });
        }
        const added = await database.asOperator(async (queries) => {
          const wanted = {
            code: options.code,
            name: options.name,
            type: TYPES[options.type],
            managedBy: options.managedBy,
            place: hasPlace ? { city, state, timeZone, beds: Number(options.beds) } : undefined,
          };
          const organization = await addOrganization(queries, wanted);
          const { username: userName, email, firstName, lastName } = options;
          const person = { userName, email, firstName, lastName };
          const userId = await addAdministrator(queries, organization.scope, person);
          await services.passwords.invite(queries, { id: userId, organizationId: organization.id });
          await services.audit.record(queries, {
            event: 'organization_created',
            outcome: 'ok',
            organizationId: organization.id,
            details: { after: { ...wanted, code: organization.code, administrator: { userId, ...person } } },
            client: OPERATOR,
          });
          return { organizationId: organization.id, code: organization.code, userId };
        });
        context.print(
          `${added.code} has been added. A first password for ${options.username} is on its way to ${options.email}.`,
          added,
        );
      }),
  );

  program
    .command('migrate')
    .description('brings the schema of the database up to date; the embedded database must not be in use')
    .action(async () => {
      const warn = (facts: object, message: string) => context.writeError(`${message}: ${JSON.stringify(facts)}`);
      const log = { ...NO_LOG, warn };
      const database = await openDatabase({ ...readConfig(context.env), databaseReadUrl: undefined, log });
      await database.close();
      context.print('The database is up to date.', { upToDate: true });
    });
}
