import tls from 'node:tls';

/** Adds a CA to the trusted ones of this process, like curl's --cacert. */
export function trustCa(pem: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);
}
