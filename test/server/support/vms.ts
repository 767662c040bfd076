/** The operator's command line, on the database of a test server. */
import { runCommand } from '../../../server/cli/program';
import type { Environment } from '../../../server/base/environment';
import type { TestDatabase } from './database';

/** The typed password, if a command asks for one. */
export const OWNER_PASSWORD = 'Plain-words-for-the-owner-7';

/** The settings of a command on a test's database. */
export const vmsEnvironment = ({ options }: Pick<TestDatabase, 'options'>): Environment => ({
  DATABASE_URL: options.databaseUrl,
  DATABASE_APP_URL: options.databaseAppUrl,
  SERVER_SECRET: 'a secret for tests only, long enough to be one',
  PASSWORD_HASHING: 'quick',
});

/** `npm run vms -- ...args` as a function: its output and exit code. */
export const vmsOn =
  (on: Pick<TestDatabase, 'options'>) =>
  async (
    args: readonly string[],
    changed: Environment = {},
    onLine?: (line: string, stop: () => void) => void,
    onError?: (line: string) => void,
  ) => {
    const out: string[] = [];
    const errors: string[] = [];
    const stopping = new AbortController();
    const env = { ...vmsEnvironment(on), ...changed };
    const code = await runCommand(args, {
      env,
      write: (line) => {
        out.push(line);
        onLine?.(line, () => stopping.abort());
      },
      written: () => Promise.resolve(),
      writeError: (line) => {
        errors.push(line);
        onError?.(line);
      },
      stopped: stopping.signal,
      readPassword: () => Promise.resolve(OWNER_PASSWORD),
    });
    return { code, out: out.join('\n'), errors: errors.join('\n') };
  };
