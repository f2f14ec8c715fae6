import { AppError } from '../../domain/errors.ts';
import { isId } from '../../lib/id.ts';

/** Throws unless the key has the format of storage keys, so that it cannot name anything outside of the store. */
export function checkStorageKey(storageKey: string): string {
  if (!isId(storageKey)) throw new Error(`${JSON.stringify(storageKey)} is not a storage key`);
  return storageKey;
}

export function missingFile(cause: unknown): AppError {
  return new AppError('files_expired', 'The file is no longer in the file store.', [], { cause });
}
