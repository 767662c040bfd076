/** Settings of the embedded PostgreSQL, as command-line arguments, so that an upgrade edits no file. */
import type { DatabaseFolders } from './folders';

export type Settings = Readonly<Record<string, string | number>>;

/** `changed` overrides what is set here. */
export function serverArguments(folders: DatabaseFolders, changed: Settings = {}): string[] {
  const settings: Settings = {
    listen_addresses: '',
    unix_socket_directories: folders.socket,
    unix_socket_permissions: '0700',
    port: 5432,
    ssl: 'off',
    max_connections: 60,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    // A commit that was confirmed is on disk.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    // The caller reports failed statements; PostgreSQL's log could contain what users typed.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    cluster_name: 'vms',
    ...changed,
  };
  return ['-D', folders.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Ignores the caller's environment: its PGDATA or LC_ALL is not meant for this database. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
