import { AppError } from '../../domain/errors.ts';

const maxBytes = 255;

/** Base name of an uploaded file, for both kinds of slashes. Throws if it is not safe. */
export function fileNameOf(sent: string, field: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  if (name === '' || name === '.' || name === '..') throw refuse(field, 'has no file name');
  if (/[\u0000-\u001f\u007f]/.test(name)) throw refuse(field, 'has a control character in its file name');
  if (!name.isWellFormed()) throw refuse(field, 'has an unpaired surrogate in its file name');
  if (Buffer.byteLength(name) > maxBytes)
    throw refuse(field, `has a file name longer than ${maxBytes} bytes`);
  return name;
}

/** Files with the same name would overwrite each other on the nodes. */
export function refuseDuplicateNames(files: readonly { name: string }[]): void {
  const names = files.map((file) => file.name);
  const duplicates = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (duplicates.length === 0) return;
  const details = duplicates.map((name) => ({
    code: 'duplicate',
    message: `Several uploaded files are named ${name}. Rename them.`,
    field: 'run_files',
  }));
  throw new AppError('invalid', details.map((detail) => detail.message).join(' '), details);
}

function refuse(field: string, problem: string): AppError {
  const message = `The upload in ${field} ${problem}. Send the file with its name, for example with curl: -F 'run_files[]=@plan.jmx'.`;
  return new AppError('invalid', message, [{ code: 'file_name', message, field }]);
}
