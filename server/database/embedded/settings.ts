/** How the embedded PostgreSQL is set. On the command line, so that a newer version of ours needs no file edited. */
import type { Place } from './place';

export function serverArguments(place: Place): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0700',
    port: 5432,
    ssl: 'off',
    max_connections: 60,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    // A commit that was answered is on the disk.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    // Failed statements are reported by who sent them; here they could carry what people typed.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    cluster_name: 'vms',
  };
  return ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Nothing of the caller's environment: a PGDATA or LC_ALL of theirs is not meant for this database. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
