import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { makeCa, makeServerCertificate } from '../../api/tls/certificates.ts';
import { listenOnLoopback } from './target-ports.ts';

/** TLS servers that request a client certificate and accept any, or none. */
export class AskingTls {
  readonly port: number;
  /** Supports TLS 1.2 at most. */
  readonly olderPort: number;
  readonly servers: readonly Server[];

  private constructor(newest: Server, older: Server) {
    this.servers = [newest, older];
    this.port = (newest.address() as AddressInfo).port;
    this.olderPort = (older.address() as AddressInfo).port;
  }

  static async start(): Promise<AskingTls> {
    const ca = await makeCa(Date.now(), 'asking');
    const { keyPem, certificatePem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
    const asking = { key: keyPem, cert: certificatePem, requestCert: true, rejectUnauthorized: false };
    const newest = createServer({ ...asking, keepAliveTimeout: 60_000 });
    const older = createServer({ ...asking, keepAliveTimeout: 60_000, maxVersion: 'TLSv1.2' });
    for (const server of [newest, older]) {
      await listenOnLoopback(server);
    }
    return new AskingTls(newest, older);
  }
}

/** Names in the client's certificate chain, leaf first. */
export function shownBy(socket: TLSSocket): string {
  const names: string[] = [];
  const shown = socket.getPeerCertificate(true) as Partial<DetailedPeerCertificate> | undefined;
  for (let each = shown; each?.subject; each = each.issuerCertificate) {
    names.push(String(each.subject.CN));
    if (each.issuerCertificate === each) {
      break;
    }
  }
  return names.join(' by ');
}
