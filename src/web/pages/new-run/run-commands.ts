import { formOfRun, type NewRunInput } from '../../../contract/inputs.ts';
import { entriesOf } from '../../../contract/records.ts';
import {
  numberLabels,
  numberSettings,
  type SettingFlag,
  textLabels,
} from '../../../contract/run-settings.ts';
import { secretVariable } from '../../../contract/secret-parameters.ts';

/** Whether the curl command contains `--cacert`. With TLS always: the page cannot know whether the certificate is publicly trusted. */
export function needsCa(origin: string): boolean {
  return origin.startsWith('https:');
}

/** Equivalent curl command; values of secrets come from environment variables. */
export function curlCommand(input: NewRunInput, origin: string): string {
  const trust = needsCa(origin) ? '--cacert ca.pem ' : '';
  const lines = [`curl ${trust}-u "$SPATE_TOKEN:" ${origin}/runs`];
  // Derived from the form data that the page submits, so both always match.
  const { secrets = [], ...others } = input;
  for (const secret of secrets)
    lines.push(`  --form-string "run[secrets][]=${nameOf(secret)}=$${secretVariable(nameOf(secret))}"`);
  for (const [key, value] of formOfRun(others)) {
    if (typeof value === 'string') lines.push(`  --form-string ${quote(`${key}=${value}`)}`);
    else lines.push(`  -F ${quote(`${key}=@${value.name}`)}`);
  }
  return lines.join(' \\\n');
}

/** Equivalent spate command. */
export function spateCommand(input: NewRunInput): string {
  const parts = ['spate run', ...input.files.map(({ name }) => quote(name))];
  const add = (flag: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') parts.push(`${flag} ${quote(String(value))}`);
  };
  add('--tool', input.tool);
  add('--engine', input.engine);
  for (const [name, { flag }] of entriesOf(numberLabels)) {
    const unit = numberSettings[name].kind === 'seconds' ? 's' : '';
    if (flag && input[name] !== undefined) add(flagText(flag), `${input[name]}${unit}`);
  }
  for (const grid of input.grids ?? [])
    add('--grid', 'uuid' in grid ? grid.uuid : `${grid.region}=${grid.instance_quantity ?? 1}`);
  const made = (input.grids ?? []).find((grid) => 'stop_after' in grid);
  if (made && 'stop_after' in made) add('--stop-after', `${made.stop_after}m`);
  for (const entry of overrideEntries(input.override_parameters ?? '')) {
    if (/^-[JDE][^\s=]+=/.test(entry)) parts.push(quote(entry));
    else add('--param', entry);
  }
  for (const [name, { flag }] of entriesOf(textLabels)) if (flag) add(flagText(flag), input[name]);
  for (const secret of input.secrets ?? []) add('--secret', nameOf(secret));
  for (const condition of input.fail_if ?? []) add('--fail-if', condition);
  for (const rule of input.abort_if ?? []) add('--abort-if', rule);
  add('--name', input.name);
  add('--notes', input.notes);
  add('--project', input.project);
  add('--test', input.test);
  for (const tag of input.tag_list ?? []) add('--tag', tag);
  if (input.privacy === 'public') add('--privacy', 'public');
  return parts.join(' ');
}

const nameOf = (secret: string) => secret.split('=', 1)[0] ?? '';

function flagText({ name, short }: SettingFlag): string {
  return short === undefined ? `--${name}` : `-${short}`;
}

/** Splits at a comma or whitespace before a dash and a letter, like the service. */
function overrideEntries(text: string): string[] {
  return text
    .split(/(?:\s*,\s*|\s+)(?=-[A-Za-z])/)
    .map((entry) => entry.trim().replace(/[\s,]+$/, ''))
    .filter((entry) => entry !== '');
}

/** Quotes for POSIX shells. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
