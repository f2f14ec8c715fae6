import type { Listening } from '../api/listen.ts';
import { createFileTls, createLocalTls, type TlsSource } from '../api/tls/tls-source.ts';
import type { Config } from '../config/config.ts';
import type { ServiceAddress } from '../grids/grid-context.ts';
import { systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';
import type { PageUrls } from '../runs/run-context.ts';

/** The configured certificate, or one of a local CA in the data folder; undefined: a proxy terminates TLS. */
export function tlsOf(config: Config, log: Log): Promise<TlsSource | undefined> {
  if (!config.tls) return Promise.resolve(undefined);
  if (config.tlsCert !== null && config.tlsKey !== null) return createFileTls(config.tlsCert, config.tlsKey);
  const hosts = [config.host, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])];
  return createLocalTls({ dataDir: config.dataDir, hosts, clock: systemClock, log });
}

/** Addresses for nodes: the port itself on this machine, the public URL elsewhere. */
export function addressesOf(
  config: Config,
  listening: Listening,
  tls: TlsSource | undefined,
  log: Log,
): (reach: 'local' | 'anywhere') => ServiceAddress {
  const { caFingerprint, port } = listening;
  const isWildcard = ['0.0.0.0', '::', ''].includes(config.host);
  const own = isWildcard ? `${config.tls ? 'https' : 'http'}://127.0.0.1:${port}` : listening.url;
  // Behind a TLS proxy, or with a certificate for the public name only, local nodes use the public URL too.
  const isOwnCertified = tls?.isFor(new URL(own).hostname) ?? false;
  const urls = { local: isOwnCertified ? own : (config.publicUrl ?? own), anywhere: config.publicUrl ?? own };
  const { hostname } = new URL(urls.local);
  if (tls && !tls.isFor(hostname)) {
    log.warn(
      { hostname, fix: 'Set SPATE_PUBLIC_URL to a host name of the certificate. Nodes cannot join.' },
      'tls.certificate.host_mismatch',
    );
  }
  return (reach) => ({
    url: urls[reach],
    caFingerprint,
    publicKeyPin: caFingerprint === null ? null : (tls?.publicKeyPin() ?? null),
    isForOtherMachines: config.publicUrl !== null || !isLoopbackUrl(urls.anywhere),
  });
}

/** URLs of the dashboard for messages, which have no request to derive them from. */
export function pageUrlsOf(config: Config, origin: () => string): PageUrls {
  const base = () => origin().replace(/\/+$/, '');
  return {
    run: (runId) => `${config.permalinkBase?.replace(/\/+$/, '') ?? `${base()}/app/runs`}/${runId}`,
    test: (testId) => `${base()}/app/tests/${testId}`,
    notifications: () => `${base()}/app/account/notifications`,
  };
}
