/** The redirect target after sign-in, restricted to paths of this origin (no open redirect). */
export function safePath(given: string | null, origin: string): string | undefined {
  if (given === null || !given.startsWith('/') || !URL.canParse(given, origin)) return undefined;
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  // After dot segments are removed a path may start with "//", which browsers resolve to another host.
  return url.origin === origin && new URL(path, origin).origin === origin ? path : undefined;
}
