import type { CheckCredential } from '../accounts/credentials.ts';
import { checkAwsCredential } from '../grids/providers/aws/check-credential.ts';
import type { AwsSessions } from '../grids/providers/aws/sessions.ts';

/** Checks credentials in the clouds that the service has a provider for. */
export function createCredentialCheck(aws: AwsSessions): CheckCredential {
  return async (credential, externalId) =>
    credential.provider === 'aws' ? checkAwsCredential(aws, credential, externalId) : null;
}
