import type { MetricFamily } from './run-metrics.ts';

export const remoteWriteHeaders = {
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
};

/** A request of Prometheus remote write 1.0: a WriteRequest in Protocol Buffers, in the block format of Snappy. */
export function remoteWriteBody(families: readonly MetricFamily[], nowMs: number): Buffer {
  const series = families.flatMap(({ name, points }) =>
    points.map(({ labels, value }) => {
      // Receivers require labels in the order of their names; empty ones are absent.
      const all = Object.entries({ __name__: name, ...labels })
        .filter(([, text]) => text !== '')
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const sample = Buffer.concat([double(1, value), varintField(2, nowMs)]);
      return bytesField(
        1,
        Buffer.concat([
          ...all.map(([key, text]) => bytesField(1, Buffer.concat([textField(1, key), textField(2, text)]))),
          bytesField(2, sample),
        ]),
      );
    }),
  );
  return snappy(Buffer.concat(series));
}

function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text, 'utf8'));
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

function double(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint((field << 3) | 1), bytes]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

/** Up to 2^53. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

const literalBytes = 65_536;
/** Tag of a literal whose length takes two bytes. */
const literalTag = 61 << 2;

/** Without compression: literals only, which every reader accepts. */
function snappy(bytes: Buffer): Buffer {
  const parts = [varint(bytes.length)];
  for (let at = 0; at < bytes.length; at += literalBytes) {
    const part = bytes.subarray(at, at + literalBytes);
    const last = part.length - 1;
    parts.push(Buffer.from([literalTag, last & 0xff, last >> 8]), part);
  }
  return Buffer.concat(parts);
}
