import type { Socket, TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from 'node:tls';
import { isNameForTls } from '../socket-options.ts';

/** Opens a connection over the TLS of Node.js, `inside` of a tunnel if given. */
export function openNodeTls(
  options: TcpNetConnectOpts,
  tls: {
    inside: Socket | undefined;
    serverName: string;
    /** Of the session to resume. */
    ticket: Buffer | undefined;
    secureContext: SecureContext;
  },
): TLSSocket {
  const { inside, serverName, ticket, secureContext } = tls;
  const all: ConnectionOptions & TcpNetConnectOpts = {
    ...options,
    ...(inside ? { socket: inside } : {}),
    ...(isNameForTls(serverName) ? { servername: serverName } : {}),
    ...(ticket === undefined ? {} : { session: ticket }),
    secureContext,
    // JMeter accepts every certificate.
    rejectUnauthorized: false,
  };
  return connect(all);
}
