import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { AppError } from '../domain/errors.ts';
import type { Provider } from '../grids/provider.ts';
import { createJoinedProvider } from '../grids/providers/joined/joined-provider.ts';
import { createLocalProvider, type LocalProviderOptions } from '../grids/providers/local/local-provider.ts';
import { programPath } from '../lib/package-files.ts';

export interface ProviderDeps {
  config: Config;
  /** Egress rules of sandboxes on this machine. */
  egress: string;
  /** Whether this or another service runs local nodes. */
  hasLocalNodes(): Promise<boolean>;
}

/** All providers of the service. */
export function createProviders({ config, egress, hasLocalNodes }: ProviderDeps): Provider[] {
  const local = createLocalProvider(localProviderOptions(config, egress));
  const check = async () => {
    if (await hasLocalNodes()) return;
    throw new AppError(
      'invalid',
      'No service runs nodes on its machine (SPATE_LOCAL_NODES=off). Use a hosted grid.',
    );
  };
  return [{ ...local, check }, createJoinedProvider()];
}

function localProviderOptions(config: Config, egress: string): LocalProviderOptions {
  const {
    PATH = '/usr/local/bin:/usr/bin:/bin',
    HOME = config.dataDir,
    LANG = 'C.UTF-8',
    JAVA_HOME,
    NODE_EXTRA_CA_CERTS,
    NODE_COMPILE_CACHE,
  } = process.env;
  return {
    nodesDir: join(config.dataDir, 'nodes'),
    agentCommand: [process.execPath, programPath('src/main'), 'agent'],
    environment: {
      PATH,
      HOME,
      LANG,
      ...(JAVA_HOME && { JAVA_HOME }),
      ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      SPATE_CACHE_DIR: config.cacheDir,
      ...(config.javaOptions.length > 0 && { SPATE_JAVA_OPTIONS: config.javaOptions.join(' ') }),
      SPATE_LOG_LEVEL: config.logLevel,
      SPATE_EXECUTION_MEMORY_MB: String(config.executionMemoryMb),
      SPATE_EXECUTION_DISK_MB: String(config.executionDiskMb),
      SPATE_SANDBOX: config.sandbox ? 'on' : 'off',
      ...(egress !== '' && { SPATE_EGRESS: egress }),
    },
    capacity: config.localExecutions,
  };
}
