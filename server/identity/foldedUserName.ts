/**
 * The form of a user name by which attempts are counted: one for all spellings by which the database finds the account,
 * because otherwise each would have tries of its own. PostgreSQL lowers each character by itself; JavaScript makes two
 * characters of İ and another letter of a Σ at the end.
 */
export const foldedUserName = (typed: string): string =>
  [...typed.trim()].map((character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');
