import { fingerprintOf, makeCa, makeServerCertificate } from '../../api/tls/certificates.ts';

export interface TestCertificates {
  ca: string;
  caFingerprint: string;
  certificate: string;
  key: string;
}

/** A certificate authority like the service's, and a server certificate for these names and addresses. */
export async function makeCertificates(hosts: readonly string[]): Promise<TestCertificates> {
  const ca = await makeCa(Date.now(), 'test');
  const server = await makeServerCertificate(ca, hosts, Date.now());
  return {
    ca: ca.certificatePem,
    caFingerprint: fingerprintOf(ca.certificatePem),
    certificate: server.certificatePem,
    key: server.keyPem,
  };
}
