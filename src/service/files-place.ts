import type { Config } from '../config/config.ts';
import { AppError } from '../domain/errors.ts';
import type { Queryable } from '../store/database.ts';
import { findKey, replaceKey } from '../store/service-keys.ts';
import { hasStoredFiles } from '../store/stored-files.ts';

/** Where the files of a database are, recorded in it, so that no service looks for them elsewhere. */
interface FilesPlace {
  /** `s3://…`, or `folder` and the id of the folder. */
  place: string;
}

const placeKey = 'file-store';

/**
 * Throws `conflict` when the files of the database are in another store than the configured one. Without files and other
 * services, records the configured store.
 */
export async function checkFilesPlace(
  tx: Queryable,
  { config, folderId, isAlone }: { config: Config; folderId: string; isAlone: boolean },
): Promise<void> {
  const folder = `folder ${folderId}`;
  const place = config.files ?? folder;
  const hasFiles = await hasStoredFiles(tx);
  // Earlier versions recorded no place and stored all files in the data folder.
  const unrecorded = hasFiles ? folder : place;
  const known = (await findKey<FilesPlace>(tx, placeKey))?.place;
  const recorded = known ?? unrecorded;
  if (recorded !== place && (hasFiles || !isAlone)) throw otherPlace(config.files, recorded);
  if (known !== place) await recordFilesPlace(tx, place);
}

export async function recordFilesPlace(db: Queryable, place: string): Promise<void> {
  await replaceKey(db, placeKey, { place } satisfies FilesPlace);
}

function otherPlace(configured: string | null, recorded: string): AppError {
  if (recorded.startsWith('s3://'))
    return new AppError(
      'conflict',
      configured === null
        ? `The files of this database are in ${recorded}. Set SPATE_FILES=${recorded}.`
        : `The files of this database are in ${recorded}, but SPATE_FILES is ${configured}. Set SPATE_FILES=${recorded}.`,
    );
  return new AppError(
    'conflict',
    configured === null
      ? 'The files of this database are in the data folder of another service. Services with separate data folders require SPATE_FILES=s3://…; move the files with `spate files move`.'
      : `The files of this database are in the data folder, but SPATE_FILES is ${configured}. Move them with \`spate files move\`.`,
  );
}
