import tls from 'node:tls';

/** Makes this process believe certificates of this CA too, as --cacert does for curl. */
export function trustCa(pem: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);
}
