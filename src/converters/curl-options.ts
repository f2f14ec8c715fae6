import { broken } from './conversion.ts';

/** Long names of curl's short options that are used here or take a value. */
const shortNames: Record<string, string> = {
  ...{ A: 'user-agent', b: 'cookie', c: 'cookie-jar', d: 'data', e: 'referer', E: 'cert', F: 'form' },
  ...{ G: 'get', H: 'header', I: 'head', k: 'insecure', K: 'config', L: 'location', m: 'max-time' },
  ...{ o: 'output', r: 'range', T: 'upload-file', u: 'user', U: 'proxy-user', w: 'write-out' },
  ...{ x: 'proxy', X: 'request', y: 'speed-time', Y: 'speed-limit', z: 'time-cond', C: 'continue-at' },
  ...{ D: 'dump-header', h: 'help', P: 'ftp-port', Q: 'quote', t: 'telnet-option', s: 'silent' },
};

const withValue = new Set([
  ...[
    'user-agent',
    'cookie',
    'cookie-jar',
    'data',
    'data-ascii',
    'data-binary',
    'data-raw',
    'data-urlencode',
  ],
  ...[
    'referer',
    'cert',
    'form',
    'form-string',
    'header',
    'config',
    'max-time',
    'output',
    'range',
    'upload-file',
  ],
  ...['user', 'proxy-user', 'write-out', 'proxy', 'request', 'speed-time', 'speed-limit', 'time-cond'],
  ...['continue-at', 'dump-header', 'ftp-port', 'quote', 'telnet-option', 'json', 'url', 'url-query'],
  ...['oauth2-bearer', 'aws-sigv4', 'cacert', 'capath', 'cert-type', 'key', 'key-type', 'ciphers', 'resolve'],
  ...['connect-to', 'connect-timeout', 'retry', 'retry-delay', 'retry-max-time', 'max-redirs', 'interface'],
  ...['limit-rate', 'noproxy', 'stderr', 'trace', 'trace-ascii', 'unix-socket', 'dns-servers', 'tls-max'],
  ...['max-filesize', 'keepalive-time', 'rate', 'proto', 'request-target', 'pinnedpubkey', 'parallel-max'],
]);

export interface CurlOption {
  name: string;
  value: string;
}

/** Arguments of curl as options, in order; an address is the option `url`. */
export function readCurlOptions(words: readonly string[]): CurlOption[] {
  const options: CurlOption[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const takeNext = (name: string) => {
      at += 1;
      const value = words[at];
      if (value === undefined) throw broken(`The option ${word} of curl requires a value.`);
      options.push({ name, value });
    };
    if (word.startsWith('--') && word.length > 2) {
      const name = word.slice(2);
      if (withValue.has(name)) takeNext(name);
      else options.push({ name, value: '' });
    } else if (word.startsWith('-') && word.length > 1) {
      readShort(word, options, takeNext);
    } else if (word === '>' || word === '>>' || word === '<') at += 1;
    else options.push({ name: 'url', value: word });
  }
  return options;
}

/** Letters without a value can share a dash; a value may follow its letter directly. */
function readShort(word: string, options: CurlOption[], takeNext: (name: string) => void): void {
  for (let at = 1; at < word.length; at += 1) {
    const name = shortNames[word[at] ?? ''] ?? `-${word[at]}`;
    if (!withValue.has(name)) options.push({ name, value: '' });
    else if (at + 1 < word.length) {
      options.push({ name, value: word.slice(at + 1) });
      return;
    } else takeNext(name);
  }
}
