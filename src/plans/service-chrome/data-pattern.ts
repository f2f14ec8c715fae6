/**
 * Uploaded files that a script refers to by `users.csv`, `./users.csv`, `/data/flood/files/users.csv` or
 * `users*.csv`.
 */
export function matchDataFiles(path: string, names: readonly string[]): string[] {
  const pattern = path.replace(/^(?:\/data\/flood\/files\/|\.\/)/, '').split('/');
  return names.filter((name) => {
    const parts = name.split('/');
    return (
      parts.length === pattern.length && parts.every((part, index) => matches(pattern[index] ?? '', part))
    );
  });
}

/** `*` matches any text. Only the last `*` is backtracked, which bounds the time by pattern length × name length. */
function matches(pattern: string, name: string): boolean {
  let [at, place] = [0, 0];
  let star = -1;
  let starPlace = 0;
  while (place < name.length) {
    if (pattern[at] === '*') {
      star = at;
      starPlace = place;
      at += 1;
    } else if (pattern[at] === name[place]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      starPlace += 1;
      place = starPlace;
      at = star + 1;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
