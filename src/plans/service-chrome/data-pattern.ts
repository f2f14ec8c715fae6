/** Those of the names that a script means by `users.csv`, `./users.csv`, `/data/flood/files/users.csv` or `users*.csv`. */
export function matchDataFiles(path: string, names: readonly string[]): string[] {
  const escaped = path
    .replace(/^(?:\/data\/flood\/files\/|\.\/)/, '')
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('[^/]*')}$`);
  return names.filter((name) => pattern.test(name));
}
