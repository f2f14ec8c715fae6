import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { digestIsRight } from './auth-answers.ts';
import { listenOnLoopback } from './target-ports.ts';

const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

interface Kind {
  readonly challenges: readonly string[];
  readonly isRight: (authorization: string, method: string) => boolean;
  readonly hangsUp: boolean;
}

const kinds = {
  /** Without authentication. */
  open: { challenges: [], isRight: () => true, hangsUp: false },
  /** Requires user ada with the password secret. */
  strict: {
    challenges: ['Basic realm="proxy"'],
    isRight: (authorization) => authorization === basic,
    hangsUp: false,
  },
  /** Same as `strict`, but closes connections without valid credentials. */
  harsh: {
    challenges: ['Basic realm="proxy"'],
    isRight: (authorization) => authorization === basic,
    hangsUp: true,
  },
  digest: {
    challenges: ['Basic realm="proxy"', 'Digest realm="proxy", nonce="abc"'],
    isRight: (authorization, method) => digestIsRight(authorization, method, ''),
    hangsUp: false,
  },
} satisfies Record<string, Kind>;

type KindName = keyof typeof kinds;
const kindNames = Object.keys(kinds) as KindName[];

/** Proxies of several kinds in front of the target. The target itself responds to requests without a tunnel. */
export class Proxies {
  readonly ports: Readonly<Record<KindName, number>>;
  readonly servers: readonly Server[];
  readonly #kindOf = new Map<number, Kind>();

  private constructor(servers: readonly Server[]) {
    this.servers = servers;
    const ports: Record<KindName, number> = { open: 0, strict: 0, harsh: 0, digest: 0 };
    for (const [index, server] of servers.entries()) {
      const name = kindNames[index] as KindName;
      ports[name] = (server.address() as AddressInfo).port;
      this.#kindOf.set(ports[name], kinds[name]);
      server.on('connect', (request: IncomingMessage, socket: Socket) => {
        this.#open(server, request, socket);
      });
    }
    this.ports = ports;
  }

  static async start(): Promise<Proxies> {
    const servers = kindNames.map(() => createServer({ keepAliveTimeout: 60_000 }));
    for (const server of servers) {
      await listenOnLoopback(server);
    }
    return new Proxies(servers);
  }

  /** Head of the 407 response; undefined for authorized requests and for requests without a proxy. */
  refusal({ socket, headers, method = '' }: IncomingMessage): string[] | undefined {
    const kind = this.#kindOf.get(socket.localPort ?? 0);
    if (!kind || kind.isRight(headers['proxy-authorization'] ?? '', method)) {
      return undefined;
    }
    return [
      ...kind.challenges.flatMap((challenge) => ['Proxy-Authenticate', challenge]),
      ...(kind.hangsUp ? ['Connection', 'close'] : []),
      ...['Content-Length', '4'],
    ];
  }

  #open(server: Server, request: IncomingMessage, socket: Socket): void {
    socket.on('error', () => {});
    const refusal = this.refusal(request);
    if (refusal) {
      const lines = refusal.map((part, index) => part + (index % 2 === 0 ? ': ' : '\r\n')).join('');
      socket.write(`HTTP/1.1 407 Who are you?\r\n${lines}\r\nwho?`);
      if (lines.includes('close')) {
        socket.end();
      } else {
        // The client may send another request.
        server.emit('connection', socket);
      }
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const there = connect(Number(port), host);
    there.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nVia: a proxy\r\n\r\n');
      socket.pipe(there).pipe(socket);
    });
    there.on('error', () => {
      socket.end('HTTP/1.1 502 Nobody there\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nnobody');
    });
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroySoon());
  }
}
