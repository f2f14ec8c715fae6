type LoadState = 'commit' | 'domcontentloaded' | 'load' | 'networkidle';

const byStrength: LoadState[] = ['commit', 'domcontentloaded', 'load', 'networkidle'];

/** Accepts names of both libraries; of several, the latest state counts. */
export function loadStateOf(wanted: unknown): LoadState {
  const states = [wanted].flat().map((name) => (/^networkidle/.test(String(name)) ? 'networkidle' : name));
  const strongest = Math.max(...states.map((name) => byStrength.indexOf(name as LoadState)));
  return byStrength[strongest] ?? 'load';
}
