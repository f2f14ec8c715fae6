import type { WebFile } from './web-files.ts';

/** The smallest encoding that the client accepts. */
export function chooseEncoding(
  file: WebFile,
  accepted: string | undefined,
): { body: Buffer; encoding?: 'br' | 'gzip' } {
  const takes = (name: string) =>
    (accepted ?? '').split(',').some((part) => {
      const [coding, ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  if (file.br && takes('br')) return { body: file.br, encoding: 'br' };
  if (file.gzip && takes('gzip')) return { body: file.gzip, encoding: 'gzip' };
  return { body: file.plain };
}
