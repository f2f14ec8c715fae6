/** Whether a version is newer than another one, by Semantic Versioning: 1.10.0 > 1.9.0 > 1.9.0-dev. */
export function isNewerVersion(version: string, than: string): boolean {
  const [own, other] = [partsOf(version), partsOf(than)];
  for (let index = 0; index < 3; index++) {
    const difference = (own.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  if (own.suffix === '' || other.suffix === '') return own.suffix === '' && other.suffix !== '';
  return own.suffix.localeCompare(other.suffix, 'en', { numeric: true }) > 0;
}

function partsOf(version: string): { numbers: number[]; suffix: string } {
  const [core = '', ...suffix] = version.replace(/[+].*$/, '').split('-');
  return { numbers: core.split('.').map((part) => Number.parseInt(part, 10) || 0), suffix: suffix.join('-') };
}
