/** The statements that this process sends to the database, and those refused, as PostgreSQL's own log would show. */
import { Client, DatabaseError } from 'pg';

export interface WatchedStatements {
  readonly failed: readonly string[];
  restore(): void;
}

/** Call it before the server starts, and `restore` at the end. `onStatement` gets the text of each. */
export function watchStatements(onStatement: (text: string) => void = () => undefined): WatchedStatements {
  const failed: string[] = [];
  const original = Client.prototype.query as (...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const [first] = args as [string | { readonly text: string }];
    const text = typeof first === 'string' ? first : first.text;
    onStatement(text);
    const answer = original.apply(this, args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof DatabaseError) failed.push(`${error.code} ${error.message} in ${text.slice(0, 300)}`);
      });
    }
    return answer;
  } as typeof Client.prototype.query;
  return { failed, restore: () => void (Client.prototype.query = original as typeof Client.prototype.query) };
}
