import { javaTrimEnd } from '../../../languages/java/java-text.ts';

/** A response head as java.net.HttpURLConnection reads it. */
export interface ResponseLines {
  /** Status line and headers, each with a line feed. */
  readonly text: string;
  /** Bytes as JMeter counts them: with two for each line end, and the empty line. */
  readonly bytes: number;
  /** Undefined when the connection cannot be reused. `seconds`: idle time announced by the server. */
  readonly keepAlive: { readonly seconds: number | undefined } | undefined;
}

/** Caches the last head, which rarely changes. */
let last: { head: string; lines: ResponseLines } | undefined;

export function responseLines(head: string): ResponseLines {
  if (head !== last?.head) {
    last = { head, lines: readLines(head) };
  }
  return last.lines;
}

function readLines(head: string): ResponseLines {
  const [status = '', ...lines] = head
    .replace(/\r?\n[ \t]/g, ' ')
    .replaceAll('\t', ' ')
    .split(/\r?\n/)
    .map(javaTrimEnd);
  const headers = lines.map((line) => /^([^\0-\x20:][^ :]*):[\0-\x20]*(.*)$/s.exec(line));
  // JMeter sees only the headers before the first line without a name.
  const unnamed = headers.indexOf(null);
  const seen = unnamed < 0 ? headers : headers.slice(0, unnamed);
  const shown = [status, ...seen.map((header) => `${header?.[1]}: ${header?.[2]}`)];
  const text = shown.map((line) => `${line}\n`).join('');
  const value = (name: string) => headers.findLast((header) => header?.[1]?.toLowerCase() === name)?.[2];
  return {
    text,
    bytes: text.length + shown.length + 2,
    keepAlive: keepAliveOf(status, value('connection'), value('keep-alive') ?? ''),
  };
}

function keepAliveOf(
  status: string,
  connection: string | undefined,
  keepAlive: string,
): ResponseLines['keepAlive'] {
  if (connection === undefined) {
    return status.startsWith('HTTP/1.0') ? undefined : { seconds: undefined };
  }
  if (connection.toLowerCase() !== 'keep-alive') {
    return undefined;
  }
  const requests = /(?:^|[,\s])max\s*=\s*(\d+)/i.exec(keepAlive)?.[1];
  const seconds = /(?:^|[,\s])timeout\s*=\s*(\d+)/i.exec(keepAlive)?.[1];
  return requests !== undefined && Number(requests) <= 1
    ? undefined
    : { seconds: seconds === undefined ? undefined : Number(seconds) };
}
