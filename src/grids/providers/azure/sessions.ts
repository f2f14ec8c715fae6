import type { ComputeManagementClient } from '@azure/arm-compute';
import type { NetworkManagementClient } from '@azure/arm-network';
import type { ResourceManagementClient } from '@azure/arm-resources';
import type { TokenCredential } from '@azure/identity';

/** How the service gets access to a subscription. */
export type AzureAccess =
  | { kind: 'secret'; tenantId: string; clientId: string; clientSecret: string; subscriptionId: string }
  /** With the identity of the service: environment, workload identity or managed identity, as the SDK finds it. */
  | { kind: 'service'; subscriptionId: string };

/** Clients of one subscription. */
export interface AzureSession {
  subscriptionId: string;
  compute: ComputeManagementClient;
  network: NetworkManagementClient;
  resources: ResourceManagementClient;
  /** What the credential may do in the subscription. Throws an error of Azure. */
  permissions(): Promise<AzurePermission[]>;
}

/** One role of a credential; wildcards are possible. */
export interface AzurePermission {
  actions: string[];
  notActions: string[];
}

export interface AzureSessions {
  open(access: AzureAccess): Promise<AzureSession>;
}

const permissionsVersion = '2022-04-01';
const requestTimeoutMs = 60_000;

/** Loads the SDK at the first call. Keeps clients, and with them the tokens of the credential. `armUrl` is that of Resource Manager. */
export function createAzureSessions(armUrl: string): AzureSessions {
  const opened = new Map<string, AzureSession>();
  const endpoint = armUrl.replace(/\/$/, '');
  const scope = `${endpoint}/.default`;

  return {
    async open(access) {
      const name = JSON.stringify(access);
      const known = opened.get(name);
      if (known) return known;
      const sdk = await import('./sdk.ts');
      const { subscriptionId } = access;
      const credential = await credentialOf(access);
      const options = { endpoint, credentials: { scopes: [scope] }, retryOptions: { maxRetries: 2 } };
      const session: AzureSession = {
        subscriptionId,
        compute: new sdk.ComputeManagementClient(credential, subscriptionId, options),
        network: new sdk.NetworkManagementClient(credential, subscriptionId, options),
        resources: new sdk.ResourceManagementClient(credential, subscriptionId, options),
        permissions: () => readPermissions(endpoint, scope, subscriptionId, credential),
      };
      opened.set(name, session);
      return session;
    },
  };
}

async function credentialOf(access: AzureAccess): Promise<TokenCredential> {
  const { ClientSecretCredential, DefaultAzureCredential } = await import('./sdk.ts');
  // With a custom authority, instance discovery at Microsoft is disabled.
  const options = { disableInstanceDiscovery: process.env.AZURE_AUTHORITY_HOST !== undefined };
  if (access.kind === 'service') return new DefaultAzureCredential(options);
  return new ClientSecretCredential(access.tenantId, access.clientId, access.clientSecret, options);
}

/** The SDK packages in use lack this operation. */
async function readPermissions(
  endpoint: string,
  scope: string,
  subscriptionId: string,
  credential: TokenCredential,
): Promise<AzurePermission[]> {
  const token = await credential.getToken(scope);
  if (!token) throw new Error('Azure returned no token.');
  const found: AzurePermission[] = [];
  let url: string | undefined =
    `${endpoint}/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Authorization/permissions?api-version=${permissionsVersion}`;
  while (url) {
    const page: PermissionsPage = await askPage(url, token.token);
    for (const { actions = [], notActions = [] } of page.value ?? []) found.push({ actions, notActions });
    url = page.nextLink;
  }
  return found;
}

interface PermissionsPage {
  value?: Partial<AzurePermission>[];
  nextLink?: string;
  error?: { code?: string; message?: string };
}

async function askPage(url: string, token: string): Promise<PermissionsPage> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch((error: Error) => {
    // The cause has the code of the network error.
    throw error.cause ?? error;
  });
  const page = (await answer.json().catch(() => ({}))) as PermissionsPage;
  if (answer.ok) return page;
  const { code = `HTTP ${answer.status}`, message = '' } = page.error ?? {};
  throw Object.assign(new Error(message), { code, statusCode: answer.status });
}
