import { isIP } from 'node:net';
import { AppError, type ErrorDetail } from '../domain/errors.ts';

export interface HostOverride {
  host: string;
  ip: string;
}

const field = 'run[override_hosts]';
const hostPattern =
  /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?$/;

/** Parses `example.com/10.0.0.1, other.example.com/10.0.0.2`. Throws `invalid`, naming every bad entry. */
export function parseOverrideHosts(text: string | null | undefined): HostOverride[] {
  const details: ErrorDetail[] = [];
  const hosts: HostOverride[] = [];
  for (const entry of (text ?? '').split(/[,;\s]+/).filter((part) => part !== '')) {
    const [host = '', ip = '', ...rest] = entry.split('/');
    if (rest.length > 0 || !hostPattern.test(host) || isIP(ip) === 0) {
      details.push({
        code: 'invalid',
        field,
        message: `"${entry}" is not a host name and an IP address, such as example.com/10.0.0.1`,
      });
    } else {
      hosts.push({ host, ip });
    }
  }
  if (details.length > 0) {
    throw new AppError(
      'invalid',
      `${field} is not valid: ${details.map((detail) => detail.message).join('; ')}.`,
      details,
    );
  }
  return hosts;
}
