import { connect, type Socket } from 'node:net';
import type { Wheel } from '../time/wheel.ts';
import { WheelEntry } from '../time/wheel.ts';

/** The exception of Java, as printed. */
export class TcpError extends Error {
  readonly isTimeout: boolean;

  constructor(text: string, isTimeout = false) {
    super(text);
    this.isTimeout = isTimeout;
  }
}

export interface TcpOptions {
  host: string;
  port: number;
  connectTimeoutMs: number;
  /** Undefined: default of the system. */
  lingerSeconds: number | undefined;
}

/** Maximum size of a read in JMeter. */
const readBytes = 4096;

/** One connection with the behaviour of Java's blocking sockets: reads return available data up to a limit, or wait. */
export class TcpConnection extends WheelEntry {
  readonly #wheel: Wheel;
  readonly #nowMs: () => number;
  readonly #lingerSeconds: number | undefined;
  readonly #socket: Socket;
  #unread: Buffer[] = [];
  #isEnded = false;
  #isReady = false;
  #waiting: { resolve(bytes: Buffer | undefined): void; reject(error: TcpError): void } | undefined;
  #opening: { resolve(): void; reject(error: TcpError): void } | undefined;
  #failure: TcpError | undefined;

  constructor(options: TcpOptions, wheel: Wheel, nowMs: () => number) {
    super();
    this.#wheel = wheel;
    this.#nowMs = nowMs;
    this.#lingerSeconds = options.lingerSeconds;
    this.#socket = connect({ host: options.host || '127.0.0.1', port: options.port, allowHalfOpen: true });
    this.#socket.on('data', (bytes: Buffer) => {
      this.#unread.push(bytes);
      this.#answer();
    });
    this.#socket.on('end', () => {
      this.#isEnded = true;
      this.#answer();
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(javaError(error, options.host)));
    this.#socket.on('connect', () => {
      this.#isReady = true;
      this.#wheel.remove(this);
      this.#opening?.resolve();
    });
    if (options.connectTimeoutMs > 0) {
      wheel.add(this, nowMs() + options.connectTimeoutMs);
    }
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
    });
  }

  setNoDelay(isOn: boolean): void {
    this.#socket.setNoDelay(isOn);
  }

  /** A write after the peer has closed may succeed or fail. */
  async write(bytes: Buffer): Promise<void> {
    if (this.#failure) {
      throw this.#failure;
    }
    if (!this.#isEnded) {
      this.#socket.write(bytes);
      return;
    }
    const error = await new Promise((resolve) => this.#socket.write(bytes, resolve));
    if (error) {
      throw new TcpError('java.net.SocketException: Broken pipe');
    }
  }

  /** Undefined at the end. */
  read(most = readBytes, timeoutMs = 0): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting = {
        resolve: (bytes) => {
          this.#waiting = undefined;
          this.#wheel.remove(this);
          resolve(bytes && this.#keepRest(bytes, most));
        },
        reject: (error) => {
          this.#waiting = undefined;
          this.#wheel.remove(this);
          reject(error);
        },
      };
      if (timeoutMs > 0) {
        this.#wheel.add(this, this.#nowMs() + timeoutMs);
      }
      this.#answer();
    });
  }

  #keepRest(bytes: Buffer, most: number): Buffer {
    if (bytes.length > most) {
      this.#unread.unshift(bytes.subarray(most));
    }
    return bytes.subarray(0, most);
  }

  #answer(): void {
    const waiting = this.#waiting;
    if (!waiting) {
      return;
    }
    if (this.#unread.length > 0) {
      waiting.resolve(Buffer.concat(this.#unread.splice(0)));
    } else if (this.#isEnded) {
      waiting.resolve(undefined);
    } else if (this.#failure) {
      waiting.reject(this.#failure);
    }
  }

  #fail(error: TcpError): void {
    this.#failure ??= error;
    this.#wheel.remove(this);
    if (this.#isReady) {
      this.#answer();
    } else {
      this.#opening?.reject(error);
    }
  }

  override due(): void {
    if (this.#isReady) {
      this.#waiting?.reject(new TcpError('java.net.SocketTimeoutException: Read timed out', true));
    } else {
      this.#fail(new TcpError('java.net.SocketTimeoutException: Connect timed out', true));
      this.#socket.destroy();
    }
  }

  close(): void {
    this.#wheel.remove(this);
    this.#fail(new TcpError('java.net.SocketException: Socket closed'));
    if (this.#lingerSeconds === 0) {
      this.#socket.resetAndDestroy();
    } else {
      this.#socket.end();
      this.#socket.destroySoon();
    }
  }
}

function javaError(error: NodeJS.ErrnoException, host: string): TcpError {
  switch (error.code) {
    case 'ECONNREFUSED':
      return new TcpError('java.net.ConnectException: Connection refused');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new TcpError(`java.net.UnknownHostException: ${host}`);
    case 'EHOSTUNREACH':
      return new TcpError('java.net.NoRouteToHostException: No route to host');
    case 'ETIMEDOUT':
      return new TcpError('java.net.ConnectException: Connection timed out');
    case 'EPIPE':
      return new TcpError('java.net.SocketException: Broken pipe');
    default:
      return new TcpError('java.net.SocketException: Connection reset');
  }
}
