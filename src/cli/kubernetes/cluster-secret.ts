import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../config/load.ts';
import { CliError } from '../cli-error.ts';
import { trustCa } from '../service/trust.ts';

/** A Secret of the Kubernetes cluster in which this process runs. It must exist. */
export interface ClusterSecret {
  /** Sets these keys and removes all others. Writes nothing if the Secret already has this content. */
  replace(content: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>;
}

interface SecretResource {
  data?: Record<string, string>;
}

/** Where Kubernetes mounts the token, the CA and the namespace of a service account. */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Requires the verbs get and patch for the Secret. */
export async function openClusterSecret(
  name: string,
  env: Environment,
  folder = accountFolder,
): Promise<ClusterSecret> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port)
    throw new CliError(
      'This process does not run in a Kubernetes cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set.',
    );
  const read = async (file: string) => (await readFile(join(folder, file), 'utf8')).trim();
  trustCa(await read('ca.crt'));
  const address = host.includes(':') ? `[${host}]` : host;
  const url = `https://${address}:${port}/api/v1/namespaces/${await read('namespace')}/secrets/${name}`;

  async function call(signal: AbortSignal, patch?: SecretResource | object): Promise<SecretResource> {
    const response = await fetch(url, {
      method: patch === undefined ? 'GET' : 'PATCH',
      headers: {
        // Read for each request: Kubernetes replaces the token before it expires.
        authorization: `Bearer ${await read('token')}`,
        ...(patch !== undefined && { 'content-type': 'application/merge-patch+json' }),
      },
      ...(patch !== undefined && { body: JSON.stringify(patch) }),
      signal,
    });
    if (response.ok) return (await response.json()) as SecretResource;
    throw new CliError(
      `Kubernetes responded with status ${response.status} for Secret ${name}: ${await reasonIn(response)}`,
    );
  }

  return {
    async replace(content, signal) {
      const { data: present = {} } = await call(signal);
      const wanted = Object.fromEntries(
        Object.entries(content).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
      );
      const changes = Object.fromEntries(
        [...new Set([...Object.keys(present), ...Object.keys(wanted)])]
          .filter((key) => present[key] !== wanted[key])
          // In a merge patch, null removes a key.
          .map((key) => [key, wanted[key] ?? null]),
      );
      if (Object.keys(changes).length > 0) await call(signal, { data: changes });
    },
  };
}

async function reasonIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
