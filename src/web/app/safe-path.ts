/** Where to go after signing in: a path of this service only, whatever somebody wrote into the address. */
export function safePath(given: string | null, origin: string): string | undefined {
  if (given === null || !given.startsWith('/') || !URL.canParse(given, origin)) return undefined;
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  // Once its dots are gone, a path may begin with two slashes, which a browser takes for the name of another place.
  return url.origin === origin && new URL(path, origin).origin === origin ? path : undefined;
}
