import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type DemandTable, demandTargets } from '../domain/demand.ts';
import { AppError } from '../domain/errors.ts';
import { joinLine, type ServiceAddress } from '../grids/grid-context.ts';
import { joinLimitS } from '../grids/join-limit.ts';
import type { Provider } from '../grids/provider.ts';
import { createAwsProvider } from '../grids/providers/aws/aws-provider.ts';
import { createAzureProvider } from '../grids/providers/azure/azure-provider.ts';
import { createJoinedProvider } from '../grids/providers/joined/joined-provider.ts';
import {
  createKubernetesProvider,
  type KubernetesProvider,
} from '../grids/providers/kubernetes/kubernetes-provider.ts';
import { createLocalProvider, type LocalProviderOptions } from '../grids/providers/local/local-provider.ts';
import { scheduleReconcile } from '../grids/reconcile-grid.ts';
import type { Log } from '../lib/log.ts';
import { programPath } from '../lib/package-files.ts';
import type { Database } from '../store/database.ts';
import type { CloudParts } from './cloud-parts.ts';

export interface ProviderDeps {
  config: Config;
  /** Egress rules of sandboxes on this machine. */
  egress: string;
  /** Where the nodes of `demand` grids run. */
  demand: DemandTable;
  clouds: CloudParts;
  /** Address of the service for machines elsewhere; throws before it listens. */
  address(): ServiceAddress;
  database: Database;
  log: Log;
  /** Whether this or another service runs local nodes. */
  hasLocalNodes(): Promise<boolean>;
}

/** All providers of the service. Throws if SPATE_DEMAND names a Kubernetes context that does not exist. */
export async function createProviders(deps: ProviderDeps): Promise<Provider[]> {
  const { demand } = deps;
  const kubernetes = createKubernetes(deps);
  const providers = [
    createLocal(deps),
    createJoinedProvider(),
    kubernetes,
    createAws(deps),
    createAzure(deps),
  ];
  try {
    for (const context of demandTargets(demand, 'kubernetes')) await kubernetes.connect(context);
  } catch (error) {
    await kubernetes.close();
    throw error;
  }
  return providers;
}

function createAws(deps: ProviderDeps): Provider {
  return createAwsProvider({
    ...deps.clouds.aws,
    ...machineOptions(deps, 'aws'),
    image: deps.config.awsImage,
  });
}

function createAzure(deps: ProviderDeps): Provider {
  return createAzureProvider({
    ...deps.clouds.azure,
    ...machineOptions(deps, 'azure'),
    image: deps.config.azureImage,
  });
}

/** Options for tags, joining and end of machines in a cloud. */
function machineOptions({ config, clouds, address }: ProviderDeps, provider: 'aws' | 'azure') {
  return {
    installation: clouds.installation,
    joinLine: (token: string, scriptArguments: readonly string[]) =>
      joinLine(address(), token, scriptArguments),
    joinLimitS: joinLimitS(
      { nodeJoinS: config.nodeJoinTimeoutS, cloudJoinS: config.cloudJoinTimeoutS },
      provider,
    ),
  };
}

function createLocal({ config, egress, hasLocalNodes }: ProviderDeps): Provider {
  const local = createLocalProvider(localProviderOptions(config, egress));
  const check = async () => {
    if (await hasLocalNodes()) return;
    throw new AppError(
      'invalid',
      'No service runs nodes on its machine (SPATE_LOCAL_NODES=off). Use a hosted grid.',
    );
  };
  return { ...local, check };
}

/** Without rows of SPATE_DEMAND too: grids of an earlier start may still have pods. */
function createKubernetes({ config, database, log }: ProviderDeps): KubernetesProvider {
  const { kubernetesImage: image, kubernetesRegionLabel: label } = config;
  return createKubernetesProvider({
    pods:
      image === null
        ? undefined
        : {
            image,
            regionLabel: label === 'off' ? null : label,
            isSpread: config.kubernetesSpread,
            serviceAccount: config.kubernetesServiceAccount,
            isSandboxed: config.sandbox,
          },
    onChange: (gridId) => {
      scheduleReconcile(database, gridId).catch((error: unknown) =>
        log.warn({ err: error, gridId }, 'grid.reconcile.not_scheduled'),
      );
    },
    log,
  });
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
