export type PostgresSettings = Record<string, string | number>;

/** Small memory footprint; commits are durable. */
const settings: PostgresSettings = {
  port: 5432,
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 50,
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // No replicas: the WAL is used for recovery only.
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_compression: 'on',
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '5min',
  checkpoint_completion_target: 0.9,
  autovacuum_naptime: '15s',
  // Containers have little shared memory, and no query benefits from parallel workers.
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  // Solid state disks and cached pages: a lookup by index costs hardly more than the next page.
  random_page_cost: 1.1,
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Statements may contain secrets.
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export function settingsArguments(socketFolder: string, overrides: PostgresSettings): string[] {
  // A list; quoted items may contain commas and spaces.
  const unix_socket_directories = `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, unix_socket_directories, ...overrides };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
