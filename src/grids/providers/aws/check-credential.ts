import type { CredentialRole } from '../../../domain/account.ts';
import { rejectedCredential, unreachableCloud } from '../cloud/rejections.ts';
import { faultOf, sentenceOf } from './faults.ts';
import type { AwsAccess, AwsSessions } from './sessions.ts';

export interface AwsCredential {
  arn: string | null;
  accessKeyId: string | null;
  secret: string | null;
  role?: CredentialRole;
}

/** Undefined if the credential is incomplete. */
export function accessOf(
  { arn, accessKeyId, secret }: AwsCredential,
  externalId: string,
): AwsAccess | undefined {
  if (arn !== null) return { kind: 'role', arn, externalId };
  if (accessKeyId === null || secret === null) return undefined;
  return { kind: 'keys', accessKeyId, secretAccessKey: secret };
}

const arnPattern = /^arn:aws(-[a-z-]+)?:iam::\d{12}:role\/[\w+=,.@/-]+$/;

/** Asks AWS for the account of the credential. Throws credential_rejected with the reason. */
export async function checkAwsCredential(
  sessions: AwsSessions,
  credential: AwsCredential,
  externalId: string,
): Promise<string> {
  const field = credential.arn === null ? 'credential[access_key_id]' : 'credential[arn]';
  if (credential.arn !== null) requireRoleArn(credential.arn, field);
  const access = accessOf(credential, externalId);
  if (!access) throw rejectedCredential(field, 'The credential has no secret.');
  try {
    return await sessions.identify(access);
  } catch (error) {
    throw unreachableCloud('AWS', error) ?? rejectedCredential(field, sentenceOf(faultOf(error)));
  }
}

export function requireRoleArn(arn: string, field: string): void {
  if (!arnPattern.test(arn))
    throw rejectedCredential(
      field,
      `${field} "${arn}" is not the ARN of a role, such as arn:aws:iam::123456789012:role/spate.`,
    );
}
