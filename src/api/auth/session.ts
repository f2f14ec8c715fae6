const name = 'spate_page';
const maxAgeS = 30 * 24 * 3600;

/** The session secret of a Cookie header. */
export function secretOfCookie(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return decode(value);
  }
  return undefined;
}

/** HttpOnly, SameSite=Strict and Secure, for /app only. */
export function sessionCookie(secret: string): string {
  return `${name}=${encodeURIComponent(secret)}; Path=/app; Max-Age=${maxAgeS}; HttpOnly; Secure; SameSite=Strict`;
}

export const endedSessionCookie = `${name}=; Path=/app; Max-Age=0; HttpOnly; Secure; SameSite=Strict`;

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
