import { type TcpConnection, TcpError } from './tcp-connection.ts';

/** Requests and responses of JMeter's three TCP clients. */
export interface TcpProtocol {
  write(connection: TcpConnection, request: string): Promise<void>;
  read(connection: TcpConnection, reading: Reading): Promise<string>;
}

export interface Reading {
  timeoutMs: number;
  /** Undefined: until the peer closes. */
  eolByte: number | undefined;
  /** Called at the first bytes. */
  onFirst(): void;
}

/** The response ended early; the received part is its text. */
export class ReadError extends Error {
  readonly partial: string;

  constructor(message: string, partial: string) {
    super(`org.apache.jmeter.protocol.tcp.sampler.ReadException: ${message}`);
    this.partial = partial;
  }
}

/** Reads until the last byte of a read is the end byte, or the stream ends. */
async function readToEnd(connection: TcpConnection, reading: Reading, pieces: Buffer[]): Promise<void> {
  for (;;) {
    const piece = await connection.read(undefined, reading.timeoutMs);
    if (!piece) {
      return;
    }
    if (pieces.length === 0) {
      reading.onFirst();
    }
    pieces.push(piece);
    if (reading.eolByte !== undefined && piece.at(-1) === (reading.eolByte & 0xff)) {
      return;
    }
  }
}

/** TCPClientImpl. */
const text: TcpProtocol = {
  write: (connection, request) => connection.write(Buffer.from(request, 'utf8')),
  async read(connection, reading) {
    const pieces: Buffer[] = [];
    try {
      await readToEnd(connection, reading, pieces);
    } catch {
      const bytes = Buffer.concat(pieces);
      const message = `Error reading from server, bytes read: ${bytes.length}`;
      throw new ReadError(message, bytes.toString('utf8'));
    }
    return Buffer.concat(pieces).toString('utf8');
  },
};

/** BinaryTCPClientImpl. */
const binary: TcpProtocol = {
  write: async (connection, request) => connection.write(fromHex(request)),
  async read(connection, reading) {
    const pieces: Buffer[] = [];
    const hex = () => Buffer.concat(pieces).toString('hex');
    try {
      await readToEnd(connection, reading, pieces);
    } catch (error) {
      if (!(error instanceof TcpError && error.isTimeout)) {
        throw new ReadError('Problems while trying to read', hex());
      }
      if (reading.eolByte !== undefined) {
        throw new ReadError('Socket timed out while looking for EOM', hex());
      }
    }
    return hex();
  },
};

/** LengthPrefixedBinaryTCPClientImpl, with its length in two bytes. */
const lengthPrefixed: TcpProtocol = {
  async write(connection, request) {
    const length = Math.trunc(request.length / 2);
    if (length > 0x7fff) {
      throw new Error('java.lang.IllegalArgumentException: Value outside range for signed short int.');
    }
    const prefix = Buffer.alloc(2);
    prefix.writeInt16BE(length);
    await connection.write(prefix);
    await connection.write(fromHex(request));
  },
  async read(connection, reading) {
    let message = Buffer.alloc(0);
    try {
      const prefix = await connection.read(2, reading.timeoutMs);
      if (prefix?.length === 2) {
        reading.onFirst();
        const length = prefix.readInt16BE();
        if (length < 0) {
          throw new Error(`java.lang.NegativeArraySizeException: ${length}`);
        }
        message = Buffer.alloc(length);
        await fill(message, connection, reading.timeoutMs);
      }
    } catch (error) {
      if (!(error instanceof TcpError)) {
        throw error;
      }
      throw new ReadError('', message.toString('hex'));
    }
    return message.toString('hex');
  },
};

async function fill(message: Buffer, connection: TcpConnection, timeoutMs: number): Promise<void> {
  let at = 0;
  while (at < message.length) {
    const piece = await connection.read(message.length - at, timeoutMs);
    if (!piece) {
      return;
    }
    at += piece.copy(message, at);
  }
}

function fromHex(text: string): Buffer {
  if (text.length % 2 !== 0) {
    throw new Error(
      'java.lang.IllegalArgumentException: Hex-encoded binary string contains an uneven no. of digits',
    );
  }
  const wrong = text.match(/../gs)?.find((pair) => !/^[0-9a-fA-F]{2}$/.test(pair));
  if (wrong !== undefined) {
    throw new Error(
      `java.lang.IllegalArgumentException: Hex-encoded binary string contains an invalid hex digit in '${wrong}'`,
    );
  }
  return Buffer.from(text, 'hex');
}

export const tcpProtocols: Readonly<Record<string, TcpProtocol>> = {
  TCPClientImpl: text,
  BinaryTCPClientImpl: binary,
  LengthPrefixedBinaryTCPClientImpl: lengthPrefixed,
};
