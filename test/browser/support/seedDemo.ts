/** Run in a process of its own, with a folder for the database: seeds a part of the demo there. */
import { openDatabase } from '../../../server/database';
import { seedDemo } from '../../../server/demo/seed';
import { PasswordHasher } from '../../../server/identity/passwords/passwordHasher';
import { demoShare } from '../../support/demoShare';

async function main(dataDir: string): Promise<void> {
  const hasher = new PasswordHasher('quick');
  const database = await openDatabase({ dataDir });
  const options = { share: demoShare(), hashPassword: (password: string) => hasher.hash(password) };
  await seedDemo(database, options).finally(() => database.close());
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
