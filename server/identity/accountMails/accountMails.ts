/**
 * Mails to the owner of an account about it. They are queued in the transaction of the change they announce, so a
 * change that rolls back sends nothing. Delivery begins after the answer; the caller wakes the outbox after the commit.
 */
import { sql } from 'kysely';
import type { OrganizationTheme } from '../../../contract/base/organizations';
import type { Config } from '../../base/config';
import { momentText } from '../../base/dates';
import type { Queries } from '../../database';
import type { ClientInfo } from '../../platform/audit';
import { layOut, oneLine, type MailContent } from '../../platform/mail/mailLayout';
import type { Outbox } from '../../platform/mail/outbox';
import { addressForCodes, mailAddresses } from '../emailChanges/emailChanges';
import {
  activeAgainText,
  codeText,
  emailChangedText,
  emailConfirmedText,
  factorLockText,
  invitationText,
  lockText,
  newDeviceText,
  passwordChangedText,
  passwordWaitsText,
  secondFactorText,
  temporaryPasswordText,
  type AccountEvent,
  type SecondFactorChange,
  type LockRemedy,
} from './accountTexts';

/** The owner of the account. */
export interface AccountOwner {
  readonly organizationId: string;
  readonly userId: string;
}

export interface EmailChange {
  readonly from: string;
  readonly to: string;
  /** How long no password is mailed to the new address; null for the previous one, to which it was changed back. */
  readonly waitHours: number | null;
}

interface Account {
  readonly userName: string;
  readonly organizationName: string;
  readonly organizationCode: string;
  readonly theme: OrganizationTheme;
  readonly contact: string;
  readonly now: Date;
}

/** `queries` of every function are in the scope of the owner's organization. */
export class AccountMails {
  constructor(
    private readonly outbox: Outbox,
    private readonly config: Pick<Config, 'defaultBranding'>,
  ) {}

  /** A sign-in code, never mailed to an address that is not confirmed yet. */
  async code(queries: Queries, owner: AccountOwner, code: string, minutes: number): Promise<void> {
    const address = await addressForCodes(queries, owner.userId);
    await this.send(queries, owner, () => codeText(code, minutes), [address], minutes);
  }

  /** A temporary password that was requested, never mailed to an address that is not confirmed yet. */
  async temporaryPassword(queries: Queries, owner: AccountOwner, password: string, hours: number): Promise<void> {
    const write: Write = ({ userName }) => temporaryPasswordText(password, userName, hours);
    await this.send(queries, owner, write, [await addressForCodes(queries, owner.userId)]);
  }

  /** The first password of a new account, never mailed to an address that is not confirmed yet. */
  async invitation(queries: Queries, owner: AccountOwner, password: string, days: number): Promise<void> {
    const write: Write = (account) => invitationText(password, account, days);
    await this.send(queries, owner, write, [await addressForCodes(queries, owner.userId)]);
  }

  /** A password was requested but not mailed, because the changed address is not confirmed before `until`. */
  passwordWaits(queries: Queries, owner: AccountOwner, until: Date): Promise<void> {
    return this.send(queries, owner, ({ userName }) => passwordWaitsText(userName, momentText(until)));
  }

  /** An account was reactivated, but its invitation is not mailed, because the changed address is not confirmed. */
  activeAgain(queries: Queries, owner: AccountOwner, until: Date): Promise<void> {
    return this.send(queries, owner, (account) => activeAgainText(account, momentText(until)));
  }

  /**
   * The account is locked for unknown browsers for that many hours. A password against it is never mailed to an address
   * that is not confirmed yet.
   */
  async lock(queries: Queries, owner: AccountOwner, remedy: LockRemedy, hours: number): Promise<void> {
    const addresses = typeof remedy === 'object' ? [await addressForCodes(queries, owner.userId)] : undefined;
    await this.send(queries, owner, ({ userName }) => lockText(userName, remedy, hours), addresses);
  }

  /** The second factors of the account are locked for unknown browsers for that many hours. */
  factorLock(queries: Queries, owner: AccountOwner, hours: number): Promise<void> {
    return this.send(queries, owner, ({ userName }) => factorLockText(userName, hours));
  }

  /** A sign-in from a browser that was never used for this account. */
  newDevice(queries: Queries, owner: AccountOwner, client: ClientInfo): Promise<void> {
    return this.send(queries, owner, (account) => newDeviceText(account.userName, event(account, client)));
  }

  /** The signed-in user changed the password. */
  passwordChanged(queries: Queries, owner: AccountOwner, client: ClientInfo): Promise<void> {
    return this.send(queries, owner, (account) => passwordChangedText(account.userName, event(account, client)));
  }

  /**
   * Mailed to all addresses, including the last confirmed one: the new address may belong to another person, and the
   * owner may no longer read the old one.
   */
  async emailChanged(queries: Queries, owner: AccountOwner, change: EmailChange, client: ClientInfo): Promise<void> {
    await this.send(queries, owner, (account) => emailChangedText(account.userName, change, event(account, client)), [
      change.from,
      ...(await readersOf(queries, owner)),
    ]);
  }

  /** An owner has confirmed the changed address; mailed to both addresses. */
  emailConfirmed(queries: Queries, owner: AccountOwner, change: Omit<EmailChange, 'waitHours'>): Promise<void> {
    const write = ({ userName, now }: Account) => emailConfirmedText(userName, change, momentText(now));
    return this.send(queries, owner, write, [change.from, change.to]);
  }

  /** The second factors of the account have changed. */
  secondFactorChanged(
    queries: Queries,
    owner: AccountOwner,
    change: SecondFactorChange,
    client: ClientInfo,
  ): Promise<void> {
    const shown = 'name' in change && change.name !== undefined ? { ...change, name: oneLine(change.name) } : change;
    return this.send(queries, owner, (account) => secondFactorText(account.userName, shown, event(account, client)));
  }

  private async send(
    queries: Queries,
    owner: AccountOwner,
    write: Write,
    addresses?: readonly string[],
    usefulMinutes?: number,
  ): Promise<void> {
    const account = await readAccount(queries, owner);
    const { organizationName, theme, contact } = account;
    const { productName } = this.config.defaultBranding;
    const mail = layOut(write(account), { organizationName, theme, contact, productName });
    for (const email of new Set(addresses ?? (await readersOf(queries, owner)))) {
      await this.outbox.enqueue(queries, { ...owner, email }, mail, usefulMinutes);
    }
  }
}

type Write = (account: Account) => MailContent;

/** While a changed address is not confirmed, mails about the account go to the previous address as well. */
async function readersOf(queries: Queries, { userId }: AccountOwner): Promise<readonly string[]> {
  const { email, previous } = await mailAddresses(queries, userId);
  return previous === null ? [email] : [email, previous];
}

const event = ({ now }: Account, { device, address }: ClientInfo): AccountEvent => ({
  at: momentText(now),
  device,
  address,
});

function readAccount(queries: Queries, { userId }: AccountOwner): Promise<Account> {
  return queries
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization_id')
    .where('u.id', '=', userId)
    .select([
      'u.user_name as userName',
      'o.name as organizationName',
      'o.code as organizationCode',
      'o.theme as theme',
      'o.footer_email as contact',
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirstOrThrow();
}
