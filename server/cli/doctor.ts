/** `doctor`: checks everything the server needs, and names a remedy for each problem. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { sql } from 'kysely';
import type { Command } from 'commander';
import { describeCommandFailure } from '../app/start';
import { readConfig, type Config } from '../base/config';
import type { Environment } from '../base/environment';
import { replicaLagSeconds, openDatabase, type Database } from '../database';
import { loadKeys } from '../base/keys';
import { HOLDS_DEMO, holdsDemo } from '../demo/seed';
import { redisEventBus } from '../platform/eventBus/openEventBus';
import { backupFinding, type Finding } from './doctorBackups';
import { filePermissions, permissionFinding } from './doctorPermissions';
import type { CommandContext } from './terminal';
import { reasonOf } from '../base/errors';

const MIN_FREE_BYTES = 1024 ** 3;
const MAX_CLOCK_SECONDS = 5;
const MAIL_WITHIN_MS = 10_000;

/** Adds `doctor`, which exits with 1 if there is a problem. */
export function doctorCommand(program: Command, { env, print, fail }: CommandContext): void {
  program
    .command('doctor')
    .description(
      'checks configuration, data folder, disk, database, permissions, clock, replica, backups, event bus and mail; ends with 1 if something is wrong',
    )
    .action(async () => {
      const findings = await examine(env);
      const text = findings.map(({ ok, what, message }) => `${ok ? 'ok   ' : 'WRONG'} ${what}: ${message}`).join('\n');
      print(text, { ok: findings.every(({ ok }) => ok), findings });
      if (findings.some(({ ok }) => !ok)) fail();
    });
}

async function examine(env: Environment): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return [{ what: 'configuration', ok: false, message: describeCommandFailure(error) }];
  }
  const findings = [{ what: 'configuration', ok: true, message: `${config.mode} mode at ${config.publicUrl.origin}` }];
  return [...findings, ...folders(config), ...(await database(config)), await eventBus(config), await mail(config)];
}

/** With database and secret elsewhere, a server keeps only backups of its own. */
function folders(config: Config): readonly Finding[] {
  const { dataDir, databaseUrl, serverSecret, backups } = config;
  if (databaseUrl === undefined || serverSecret === undefined || existsSync(dataDir))
    return [folder(config), disk(dataDir)];
  const message = 'not needed: the database and the secret are elsewhere';
  return [{ what: 'data folder', ok: true, message }, ...(backups === undefined ? [] : [disk(backups.folder)])];
}

function folder({ dataDir }: Config): Finding {
  const what = 'data folder';
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const mode = statSync(dataDir).mode & 0o066;
    if (mode === 0) return { what, ok: true, message: dataDir };
    return {
      what,
      ok: false,
      message: `Others can read ${dataDir}. Run chmod 700 on it: it holds the server's secret.`,
    };
  } catch {
    return {
      what,
      ok: false,
      message: `${dataDir} is missing or may not be used. Give this user the rights, or set DATA_DIR.`,
    };
  }
}

function disk(directory: string): Finding {
  const what = 'disk';
  try {
    const { bavail, bsize } = statfsSync(directory);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1024 ** 3).toFixed(1)} GB free`;
    return free >= MIN_FREE_BYTES
      ? { what, ok: true, message: gigabytes }
      : { what, ok: false, message: `Only ${gigabytes}. Make room at ${directory}, or move it to a larger disk.` };
  } catch {
    return { what, ok: false, message: `The free space of ${directory} cannot be read.` };
  }
}

async function database(config: Config): Promise<readonly Finding[]> {
  let opened: Database;
  try {
    opened = await openDatabase({ ...config, forCommand: true });
  } catch (error) {
    return [{ what: 'database', ok: false, message: describeCommandFailure(error) }, filePermissions(config)];
  }
  try {
    const { rows } = await sql<{ version: string; now: Date }>`
      select current_setting('server_version') as version, clock_timestamp() as now`.execute(opened.queries);
    const [{ version, now } = { version: '?', now: new Date() }] = rows;
    const seconds = Math.abs(now.getTime() - Date.now()) / 1_000;
    const clock: Finding =
      seconds <= MAX_CLOCK_SECONDS
        ? { what: 'clock', ok: true, message: 'agrees with the database' }
        : {
            what: 'clock',
            ok: false,
            message: `The clocks of this machine and of the database are ${Math.round(seconds)} s apart. Synchronize them (NTP): codes and sessions expire by them.`,
          };
    const itself =
      config.mode === 'production' && (await holdsDemo(opened))
        ? { what: 'database', ok: false, message: HOLDS_DEMO }
        : { what: 'database', ok: true, message: `PostgreSQL ${version}, its schema is up to date` };
    const rights = await permissionFinding(config, opened);
    return [itself, rights, clock, await replica(config, opened), await backupFinding(config, opened, now)];
  } finally {
    await opened.close();
  }
}

async function replica({ databaseReadUrl }: Config, opened: Database): Promise<Finding> {
  const what = 'replica';
  if (databaseReadUrl === undefined) return { what, ok: true, message: 'none, everything is read from the primary' };
  try {
    const seconds = await replicaLagSeconds(databaseReadUrl, opened);
    return { what, ok: true, message: `${seconds.toFixed(1)} s behind the primary` };
  } catch (error) {
    const message = `${(error as Error).message} Until then everything is read from the primary.`;
    return { what, ok: false, message };
  }
}

async function eventBus(config: Config): Promise<Finding> {
  const what = 'event bus';
  if (config.eventBusUrl === undefined) return { what, ok: true, message: 'LISTEN/NOTIFY of the database' };
  const bus = redisEventBus(config.eventBusUrl, loadKeys(config));
  try {
    const ms = await bus.roundTripMs();
    return { what, ok: true, message: `a message came back in ${ms.toFixed(1)} ms` };
  } catch (error) {
    const message = `EVENT_BUS_URL cannot be used (${reasonOf(error)}). Check the address, the password and that it runs.`;
    return { what, ok: false, message };
  } finally {
    await bus.close();
  }
}

async function mail({ smtpUrl }: Config): Promise<Finding> {
  const what = 'mail';
  if (smtpUrl === undefined) return { what, ok: true, message: 'shown in the demo, nothing is sent' };
  const server: SMTPTransport.Options = {
    url: smtpUrl,
    connectionTimeout: MAIL_WITHIN_MS,
    greetingTimeout: MAIL_WITHIN_MS,
    socketTimeout: MAIL_WITHIN_MS,
  };
  const transport = createTransport(server);
  try {
    await transport.verify();
    return { what, ok: true, message: 'the mail server takes mail' };
  } catch (error) {
    return { what, ok: false, message: `The mail server refuses (${reasonOf(error)}). Check SMTP_URL.` };
  } finally {
    transport.close();
  }
}
