import type { EC2Client } from '@aws-sdk/client-ec2';
import type { SSMClient } from '@aws-sdk/client-ssm';

/** How the service gets access to an AWS account. */
export type AwsAccess =
  | { kind: 'role'; arn: string; externalId: string }
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string }
  /** With the identity of the service: environment, configuration files or instance profile, as the SDK finds it. */
  | { kind: 'service'; account: string };

interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Clients of one account in one region. */
export interface AwsSession {
  ec2: EC2Client;
  ssm: SSMClient;
}

export interface AwsSessions {
  /** Throws an error of AWS if the role cannot be assumed. */
  open(access: AwsAccess, region: string): Promise<AwsSession>;
  /** The account number. Throws an error of AWS. */
  identify(access: AwsAccess): Promise<string>;
}

/** Region of requests that concern no region. */
export const anyRegion = 'us-east-1';

const sessionS = 3600;
const renewBeforeMs = 10 * 60_000;
const requestTimeoutMs = 60_000;

/** Loads the SDK at the first call. Keeps the temporary keys of assumed roles until shortly before they expire. */
export function createAwsSessions(): AwsSessions {
  const assumed = new Map<string, { keys: AwsKeys; expiresAtMs: number }>();

  /** Undefined: the SDK finds the identity of the service. */
  async function keysOf(access: AwsAccess): Promise<AwsKeys | undefined> {
    if (access.kind === 'service') return undefined;
    if (access.kind === 'keys') {
      const { accessKeyId, secretAccessKey } = access;
      return { accessKeyId, secretAccessKey };
    }
    const name = JSON.stringify([access.arn, access.externalId]);
    const known = assumed.get(name);
    if (known && known.expiresAtMs - renewBeforeMs > Date.now()) return known.keys;
    const made = await assumeRole(access.arn, access.externalId);
    assumed.set(name, made);
    return made.keys;
  }

  return {
    async open(access, region) {
      const { EC2Client, SSMClient } = await import('./sdk.ts');
      const credentials = await keysOf(access);
      const options = { region, ...(credentials && { credentials }), requestHandler: limits };
      return { ec2: new EC2Client(options), ssm: new SSMClient(options) };
    },

    async identify(access) {
      const { GetCallerIdentityCommand, STSClient } = await import('./sdk.ts');
      const credentials = await keysOf(access);
      const sts = new STSClient({
        region: anyRegion,
        ...(credentials && { credentials }),
        requestHandler: limits,
      });
      const { Account } = await sts.send(new GetCallerIdentityCommand());
      if (Account === undefined) throw new Error('AWS returned no account number.');
      return Account;
    },
  };
}

const limits = {
  requestTimeout: requestTimeoutMs,
  connectionTimeout: requestTimeoutMs,
  throwOnRequestTimeout: true,
};

/** With the identity of the service: environment, configuration files or instance profile, as the SDK finds it. */
async function assumeRole(arn: string, externalId: string): Promise<{ keys: AwsKeys; expiresAtMs: number }> {
  const { AssumeRoleCommand, STSClient } = await import('./sdk.ts');
  const sts = new STSClient({ region: anyRegion, requestHandler: limits });
  const { Credentials: given } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: arn,
      RoleSessionName: 'spate',
      ExternalId: externalId,
      DurationSeconds: sessionS,
    }),
  );
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = given ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration)
    throw new Error(`AWS returned no keys for ${arn}.`);
  return {
    keys: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken },
    expiresAtMs: Expiration.getTime(),
  };
}
