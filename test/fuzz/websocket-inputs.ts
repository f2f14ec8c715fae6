import fc from 'fast-check';
import { acceptOf } from '../../src/engine/http/websocket/upgrade.ts';
import { damaged, samplesOf, textOf } from './inputs.ts';

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constantFrom(125, 126, 127, 300, 65_535, 65_536).map((size) => new Uint8Array(size)),
  textOf(['ä', '€', '\u0000', 'reason', '😀']).map((text) => Buffer.from(text)),
);

/** Lengths as servers may write them: the shortest form, a longer one, or one that is not true. */
const lengthForm = fc.constantFrom('short', 'short', 'short', 'two', 'eight', 'false');

const frame = fc
  .tuple(
    fc.constantFrom(0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x88, 0x89, 0x8a, 0xc1, 0x83, 0x8f, 0x09),
    payload,
    lengthForm,
  )
  .map(([first, content, form]) =>
    Buffer.concat([Buffer.of(first), lengthOf(content.length, form), content]),
  );

function lengthOf(length: number, form: string): Buffer {
  if (form === 'short' && length < 126) return Buffer.of(length);
  if (form === 'short' || form === 'two') {
    if (length > 0xffff) return lengthOf(length, 'eight');
    return Buffer.of(126, length >> 8, length & 0xff);
  }
  const bytes = Buffer.alloc(9);
  bytes[0] = 127;
  bytes.writeBigUInt64BE(form === 'false' ? 2n ** BigInt(length % 64) : BigInt(length), 1);
  return bytes;
}

/** Frames as a server sends them, damaged. */
export const serverFrames = damaged(
  samplesOf(fc.array(frame, { minLength: 1, maxLength: 6 }).map((frames) => Buffer.concat(frames))),
  80 * 1024,
);

export const upgradeKey = 'AAAAAAAAAAAAAAAAAAAAAA==';
const statusLine = fc.constantFrom('HTTP/1.1 101 Switching Protocols', 'HTTP/1.1 200 OK', 'HTTP/1.1 10', '');
const header = fc.constantFrom(
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Connection: keep-alive, Upgrade',
  `Sec-WebSocket-Accept: ${acceptOf(upgradeKey)}`,
  'Sec-WebSocket-Accept: x',
  'Set-Cookie: a=b',
  ': no name',
  'no colon',
  `X-Long: ${'x'.repeat(5000)}`,
);
const accepted = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  `Sec-WebSocket-Accept: ${acceptOf(upgradeKey)}`,
];

/** Responses to an upgrade request, with frames behind them, damaged. */
export const upgradeResponse = damaged(
  samplesOf(
    fc
      .tuple(
        statusLine,
        fc.array(header, { maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom('\r\n', '\n'),
        frame,
      )
      .map(([status, headers, isAccepted, end, first]) => {
        const lines = isAccepted
          ? ['HTTP/1.1 101 Switching Protocols', ...accepted, ...headers]
          : [status, ...headers];
        return Buffer.concat([Buffer.from(`${lines.join(end)}${end}${end}`), first]);
      }),
  ),
);
