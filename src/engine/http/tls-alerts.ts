/** Java's names of TLS alerts, by number. */
const names: Readonly<Record<string, string>> = {
  10: 'unexpected_message',
  20: 'bad_record_mac',
  22: 'record_overflow',
  40: 'handshake_failure',
  42: 'bad_certificate',
  43: 'unsupported_certificate',
  44: 'certificate_revoked',
  45: 'certificate_expired',
  46: 'certificate_unknown',
  47: 'illegal_parameter',
  48: 'unknown_ca',
  49: 'access_denied',
  50: 'decode_error',
  51: 'decrypt_error',
  70: 'protocol_version',
  71: 'insufficient_security',
  80: 'internal_error',
  86: 'inappropriate_fallback',
  109: 'missing_extension',
  110: 'unsupported_extension',
  112: 'unrecognized_name',
  116: 'certificate_required',
  120: 'no_application_protocol',
};

/** Alerts that can also occur after the handshake. */
const general = new Set(['20', '22', '80', '86']);

/** Java's exception when the peer aborts TLS; undefined for other errors. */
export function tlsAlert(message: string): { name: string; message: string } | undefined {
  const [, number = ''] = /SSL alert number (\d+)/.exec(message) ?? [];
  const alert = names[number];
  if (alert === undefined) {
    return undefined;
  }
  const kind =
    number === '10' ? 'SSLProtocolException' : general.has(number) ? 'SSLException' : 'SSLHandshakeException';
  return { name: `javax.net.ssl.${kind}`, message: `Received fatal alert: ${alert}` };
}
