import { AppError } from '../domain/errors.ts';
import { maskerOf, type SecretParameter } from '../domain/secret.ts';
import type { Sealer } from '../lib/seal.ts';
import type { NewRunRecord, RunRecord } from '../store/runs.ts';
import type { FileCheck, FilesToCheck } from './check-files.ts';
import type { FileExaminer } from './examine-files.ts';

type SealedSecrets = Pick<NewRunRecord, 'secretNames' | 'secretsSealed'>;

export function sealSecrets(sealer: Sealer, secrets: readonly SecretParameter[]): SealedSecrets {
  return {
    secretNames: secrets.map(({ name }) => name),
    secretsSealed: secrets.length === 0 ? null : sealer.seal(JSON.stringify(secrets)),
  };
}

/** Throws `invalid` when the sealing key has changed since. */
export function openSecrets(
  sealer: Sealer,
  { id, secretNames, secretsSealed }: Pick<RunRecord, 'id' | 'secretNames' | 'secretsSealed'>,
): SecretParameter[] {
  if (secretsSealed === null) return [];
  try {
    return JSON.parse(sealer.open(secretsSealed)) as SecretParameter[];
  } catch (error) {
    throw new AppError(
      'invalid',
      `The secrets of run ${id} (${secretNames.join(', ')}) were sealed with another key. Set them again.`,
      [],
      { cause: error },
    );
  }
}

/** Checks the files of a run with its secrets, and masks them in findings and errors. */
export async function checkWithSecrets(
  examiner: Pick<FileExaminer, 'check'>,
  input: FilesToCheck,
): Promise<FileCheck> {
  const masker = maskerOf(input);
  if (!masker) return examiner.check(input);
  const mask = (text: string) => masker.text(text);
  try {
    const check = await examiner.check(input);
    return {
      ...check,
      warnings: check.warnings.map(mask),
      engineReasons: check.engineReasons.map(({ element, place, reason }) => ({
        element: mask(element),
        place: mask(place),
        reason: mask(reason),
      })),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = error.details.map((detail) => ({ ...detail, message: mask(detail.message) }));
    throw new AppError(error.code, mask(error.message), details);
  }
}
