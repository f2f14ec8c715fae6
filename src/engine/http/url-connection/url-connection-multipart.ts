import { type EvaluatedArgument, isSkipped } from '../http-arguments.ts';

const boundary = '---------------------------7d159c1302d0y0';

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A multipart form without files, as JMeter's PostWriter writes it. */
export function urlConnectionMultipart(
  args: readonly EvaluatedArgument[],
  charset: string,
  isBrowserLike: boolean,
): string {
  const more = isBrowserLike
    ? ''
    : `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n`;
  const parts = args
    .filter(({ name }) => !isSkipped(name))
    .map(
      ({ name, value }) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${percentEncoded(name)}"\r\n${more}\r\n${value}\r\n`,
    );
  return `${parts.join('')}--${boundary}--\r\n`;
}

const percentEncoded = (text: string) =>
  text.replaceAll('"', '%22').replaceAll('\n', '%0A').replaceAll('\r', '%0D');
