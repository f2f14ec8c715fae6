import { bodyBytes, type EvaluatedArgument, isSkipped } from '../http-arguments.ts';
import type { EvaluatedFile, FileBodies } from '../http-files.ts';
import { hiddenFile, javaCharset, percentEncoded, withEntities } from '../multipart.ts';

const boundary = '---------------------------7d159c1302d0y0';
const lineEnd = Buffer.from('\r\n');

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A multipart form as JMeter's PostWriter writes it; `shown` is without the files. */
export function urlConnectionMultipart(
  args: readonly EvaluatedArgument[],
  files: readonly EvaluatedFile[],
  charset: string,
  isBrowserLike: boolean,
  bodies: FileBodies,
): { bytes: Buffer; shown: Buffer } {
  const more = isBrowserLike
    ? ''
    : `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n`;
  const parts = args
    .filter(({ name }) => !isSkipped(name))
    .map(
      ({ name, value }) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${percentEncoded(name)}"\r\n${more}\r\n${value}\r\n`,
    );
  const form = bodyBytes(parts.join(''), charset);
  const end = Buffer.from(`--${boundary}--\r\n`);
  const write = (contentOf: (path: string) => Buffer) =>
    Buffer.concat([
      form,
      ...files.flatMap((file) => [
        bodyBytes(fileHead(file, charset, bodies), charset),
        contentOf(file.path),
        lineEnd,
      ]),
      end,
    ]);
  return { bytes: write((path) => bodies.read(path)), shown: write(() => Buffer.from(hiddenFile)) };
}

function fileHead({ path, parameter, type }: EvaluatedFile, charset: string, bodies: FileBodies): string {
  const name = percentEncoded(withEntities(bodies.nameOf(path), javaCharset(charset)));
  return `--${boundary}\r\nContent-Disposition: form-data; name="${percentEncoded(parameter)}"; filename="${name}"\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\n\r\n`;
}
