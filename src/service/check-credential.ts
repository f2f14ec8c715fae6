import type { CheckCredential } from '../accounts/credentials.ts';
import { checkAwsCredential } from '../grids/providers/aws/check-credential.ts';
import { checkAzureCredential } from '../grids/providers/azure/check-credential.ts';
import type { CloudParts } from './cloud-parts.ts';

/** Checks credentials in the clouds that the service has a provider for. */
export function createCredentialCheck({ aws, azure }: Pick<CloudParts, 'aws' | 'azure'>): CheckCredential {
  return async (credential, externalId) => {
    if (credential.provider === 'aws') return checkAwsCredential(aws.sessions, credential, externalId);
    if (credential.provider === 'azure') return checkAzureCredential(azure.sessions, credential);
    return null;
  };
}
