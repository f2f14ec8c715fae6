import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { UserOptions } from '../contract.ts';

/** Path of an uploaded file: by its full name, or relative to the script. */
export function resolveFile(
  name: string,
  { filesFolder, script }: Pick<UserOptions, 'filesFolder' | 'script'>,
): string {
  if (isAbsolute(name)) return name;
  const beside = join(filesFolder, dirname(script.name), name);
  const among = join(filesFolder, name);
  return !existsSync(among) && existsSync(beside) ? beside : among;
}
