import { formOfRun, type NewRunInput } from '../../../contract/inputs.ts';

/** Without TLS there is nobody to trust. With it, only whoever runs the service knows whose certificate it has. */
export function needsCa(origin: string): boolean {
  return origin.startsWith('https:');
}

/** The same run as one curl command. */
export function curlCommand(input: NewRunInput, origin: string): string {
  const trust = needsCa(origin) ? '--cacert ca.pem ' : '';
  const lines = [`curl ${trust}-u "$SPATE_TOKEN:" ${origin}/runs`];
  // The form itself says which fields there are, so that this cannot differ from what the page sends.
  for (const [key, value] of formOfRun(input)) {
    if (typeof value === 'string') lines.push(`  --form-string ${quote(`${key}=${value}`)}`);
    else lines.push(`  -F ${quote(`${key}=@${value.name}`)}`);
  }
  return lines.join(' \\\n');
}

/** The same run as one command of our own. */
export function spateCommand(input: NewRunInput): string {
  const parts = ['npx spate run', ...input.files.map(({ name }) => quote(name))];
  const add = (flag: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') parts.push(`${flag} ${quote(String(value))}`);
  };
  add('--tool', input.tool);
  add('--engine', input.engine);
  add('-t', input.threads);
  add('-r', input.rampup === undefined ? undefined : `${input.rampup}s`);
  add('-d', input.duration === undefined ? undefined : `${input.duration}s`);
  for (const grid of input.grids ?? [])
    add('--grid', 'uuid' in grid ? grid.uuid : `${grid.region}=${grid.instance_quantity ?? 1}`);
  const made = (input.grids ?? []).find((grid) => 'stop_after' in grid);
  if (made && 'stop_after' in made) add('--stop-after', `${made.stop_after}m`);
  for (const entry of overrideEntries(input.override_parameters ?? '')) {
    if (/^-[JD][^\s=]+=/.test(entry)) parts.push(quote(entry));
    else add('--param', entry);
  }
  add('--hosts', input.override_hosts);
  for (const condition of input.fail_if ?? []) add('--fail-if', condition);
  add('--name', input.name);
  add('--notes', input.notes);
  add('--project', input.project);
  for (const tag of input.tag_list ?? []) add('--tag', tag);
  if (input.privacy === 'public') add('--privacy', 'public');
  return parts.join(' ');
}

/** Entries are parted by a comma or a blank before a dash and a letter, as the service reads them. */
function overrideEntries(text: string): string[] {
  return text
    .split(/(?:\s*,\s*|\s+)(?=-[A-Za-z])/)
    .map((entry) => entry.trim().replace(/[\s,]+$/, ''))
    .filter((entry) => entry !== '');
}

/** For any POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
