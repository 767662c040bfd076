/** A node on an existing database, as a separate process: prints its address, ends with SIGTERM. */
import { readConfig } from '../../../server/base/config';
import { loadKeys } from '../../../server/base/keys';
import { openDatabase } from '../../../server/database';
import { serve } from '../../../server/app/serve';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, forCommand: true });
  const server = await serve(config, database, loadKeys(config), { logStream: { write: () => undefined } });
  const stop = () => server.stop().then(() => database.close());
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
  console.log(server.url);
}

void main();
