/** One form of a password, on setting and on verifying: else a blank typed once locks somebody out. */
export function canonicalPassword(typed: string): string {
  return typed.normalize('NFKC').trim();
}
