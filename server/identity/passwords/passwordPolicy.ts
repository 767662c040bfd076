/** The rules for new passwords. Refusals are sentences shown to the user. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { isBreached } from './breachedPasswords';
import { canonicalPassword } from './passwordHasher';

export interface PasswordPolicy {
  /** In characters, not bytes. */
  readonly minLength: number;
  /** The file of breached hashes; undefined if the operator has none. */
  readonly breachedPasswordsFile: string | undefined;
}

export interface PasswordOwner {
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organizationCode: string;
  readonly organizationName: string;
  /** The product name is an obvious guess. */
  readonly productName: string;
}

const comparable = (value: string): string => canonicalPassword(value).toLowerCase();

let commonPasswords: ReadonlySet<string> | undefined;

/**
 * The tens of thousands of passwords that are most frequent in breaches. Built on first use, which takes some
 * milliseconds.
 */
function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(dictionary['passwords-common'].map(comparable));
  return commonPasswords.has(comparable(password));
}

/** Why the password is refused, or undefined. */
export async function refuseNewPassword(
  typed: string,
  owner: PasswordOwner,
  { minLength, breachedPasswordsFile }: PasswordPolicy,
): Promise<string | undefined> {
  const password = canonicalPassword(typed);
  if ([...password].length < minLength) {
    return `The new password is too short. Please choose at least ${minLength} characters.`;
  }
  if (isCommonPassword(password)) {
    return 'This password is one of the most used ones and easily guessed. Please choose another.';
  }
  if (namesOf(owner).has(comparable(password))) {
    return 'A password must not be your own name or the name of your organization. Please choose another.';
  }
  if (breachedPasswordsFile !== undefined && (await isBreached(breachedPasswordsFile, password))) {
    return 'This password has become public in a data breach, so it is known to attackers. Please choose another.';
  }
  return undefined;
}

function namesOf(owner: PasswordOwner): ReadonlySet<string> {
  const names = [
    ...Object.values(owner),
    owner.email.split('@')[0] ?? '',
    `${owner.firstName}${owner.lastName}`,
    `${owner.firstName} ${owner.lastName}`,
    `${owner.firstName}.${owner.lastName}`,
  ];
  return new Set(names.map(comparable));
}
