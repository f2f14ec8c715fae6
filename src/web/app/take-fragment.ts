/** Reads the secret in the URL fragment once, and removes it from the address bar and the history. */
export function takeFragment(): string {
  const secret = location.hash.slice(1);
  if (secret !== '') history.replaceState(null, '', location.pathname + location.search);
  return secret;
}
