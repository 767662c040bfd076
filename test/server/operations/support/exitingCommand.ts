/**
 * A command that uses the database of a folder and exits without closing it when its input ends:
 * `exitingCommand.ts <dataDir>`.
 */
import { openDatabase } from '../../../../server/database';

const [dataDir = ''] = process.argv.slice(2);

void openDatabase({ dataDir, forCommand: true }).then(() => {
  process.stdout.write('ready\n');
  process.stdin.once('end', () => process.exit(1)).resume();
});
