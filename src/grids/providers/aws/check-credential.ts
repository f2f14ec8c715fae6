import type { CredentialRole } from '../../../domain/account.ts';
import { AppError } from '../../../domain/errors.ts';
import { faultOf, isUnreachable, sentenceOf } from './faults.ts';
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
  if (!access) throw rejected(field, 'The credential has no secret.');
  try {
    return await sessions.identify(access);
  } catch (error) {
    throw unreachable(error) ?? rejected(field, sentenceOf(faultOf(error)));
  }
}

export function requireRoleArn(arn: string, field: string): void {
  if (!arnPattern.test(arn))
    throw rejected(
      field,
      `${field} "${arn}" is not the ARN of a role, such as arn:aws:iam::123456789012:role/spate.`,
    );
}

/** Undefined if AWS has answered. */
export function unreachable(error: unknown): AppError | undefined {
  if (!isUnreachable(error)) return undefined;
  const message = `The service cannot reach AWS: ${(error as Error).message}.`;
  return new AppError('cloud_unreachable', message, [], { retryAfterS: 10 });
}

export function rejected(field: string, message: string): AppError {
  return new AppError('credential_rejected', message, [{ code: 'credential_rejected', message, field }]);
}
