/** Where to go after signing in: a path of this service only, whatever somebody wrote into the address. */
export function safePath(given: string | null, origin: string): string | undefined {
  if (given === null || !given.startsWith('/') || !URL.canParse(given, origin)) return undefined;
  const url = new URL(given, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
