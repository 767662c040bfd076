/** Commands about one account, for when no administrator can sign in to help. */
import type { Command } from 'commander';
import { addAdministrator } from '../features/organizations/organizations';
import { unlock } from '../identity/throttle/unlock';
import type { AuditEvent } from '../../contract/identity/auditEvents';
import {
  findAccount,
  findByCode,
  OPERATOR,
  requireActive,
  requireActiveOrganization,
  type Account,
  withOperator,
  type Operator,
} from './operator';
import type { CommandContext } from './terminal';
import type { Queries } from '../database';

interface AccountOptions {
  readonly organization: string;
  readonly username: string;
}

/** `event` is audited in the transaction of the change; `change` returns the sentence. */
interface AccountCommand {
  readonly name: string;
  readonly description: string;
  readonly event: AuditEvent;
  readonly change: (operator: Operator, queries: Queries, account: Account) => Promise<string>;
}

const COMMANDS: readonly AccountCommand[] = [
  {
    name: 'unlock',
    description: "lifts an administrator's lock and the waits after wrong passwords or codes",
    event: 'account_unlocked',
    async change({ services }, queries, account) {
      await requireActive(queries, account);
      await unlock(queries, services.signInThrottle, account);
      return `${account.userName} can sign in again.`;
    },
  },
  {
    name: 'reset-password',
    description: 'emails a temporary password that must be changed at the next sign-in',
    event: 'password_reset',
    async change({ services }, queries, account) {
      await requireActive(queries, account);
      const { userId, userName, organizationId } = account;
      await services.passwords.resetForOperator(queries, { id: userId, organizationId, userName });
      return `A temporary password is on its way to ${userName}.`;
    },
  },
  {
    name: 'end-sessions',
    description: 'signs a user out everywhere',
    event: 'sessions_ended',
    async change({ services }, queries, { userId, userName }) {
      const ended = await services.sessions.endAll(queries, userId, 'revoked');
      return ended === 0 ? `${userName} was not signed in.` : `${userName} has been signed out everywhere.`;
    },
  },
];

/** Adds `unlock`, `reset-password`, `end-sessions` and `create-user`; each is audited. */
export function accountCommands(program: Command, context: CommandContext): void {
  for (const { name, description, event, change } of COMMANDS) {
    program
      .command(name)
      .description(description)
      .requiredOption('--organization <code>')
      .requiredOption('--username <name>')
      .action((options: AccountOptions) =>
        withOperator(context.env, async (operator) => {
          const { sentence, account } = await operator.database.asOperator(async (queries) => {
            const found = await findAccount(queries, options.organization, options.username);
            const done = await change(operator, queries, found);
            const { organizationId, userId } = found;
            await operator.services.audit.record(queries, {
              event,
              outcome: 'ok',
              organizationId,
              details: { after: { userId } },
              client: OPERATOR,
            });
            return { sentence: done, account: found };
          });
          context.print(sentence, account);
        }),
      );
  }

  program
    .command('create-user')
    .description('adds an administrator to an organization, who gets a first password by email')
    .requiredOption('--organization <code>')
    .requiredOption('--username <name>', 'what they sign in with')
    .requiredOption('--email <address>', 'where codes and passwords are mailed')
    .requiredOption('--first-name <name>')
    .requiredOption('--last-name <name>')
    .action((options: AccountOptions & { email: string; firstName: string; lastName: string }) =>
      withOperator(context.env, async ({ database, services }) => {
        const added = await database.asOperator(async (queries) => {
          const { id, code, type, tenant_id: tenantId } = await findByCode(queries, options.organization);
          await requireActiveOrganization(queries, id);
          const scope = { organizationId: id, organizationType: type, tenantId, userId: null };
          const { username: userName, email, firstName, lastName } = options;
          const userId = await addAdministrator(queries, scope, { userName, email, firstName, lastName });
          await services.passwords.invite(queries, { id: userId, organizationId: id });
          await services.audit.record(queries, {
            event: 'user_created',
            outcome: 'ok',
            organizationId: id,
            details: { after: { userId, userName, email, firstName, lastName } },
            client: OPERATOR,
          });
          return { userId, organization: code };
        });
        context.print(`${options.username} has been added. A first password is on its way to ${options.email}.`, added);
      }),
    );
}
