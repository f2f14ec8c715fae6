import { type Config, type OptionName, optionNames, rowOf } from '../../config/config.ts';
import { sourceOf } from '../../config/load.ts';
import { renderOptionsPage } from '../../config/options-page.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { renderTable } from '../render/table.ts';

export const options: Command = {
  name: 'options',
  summary: 'Shows every option, its value and where it came from.',
  usage: ['[options]', '--markdown'],
  options: optionNames,
  flags: { markdown: { sentence: 'Print the reference page instead.' }, json: jsonFlag },
  examples: [{ line: 'spate options', does: 'the values that hold here and now' }],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { config, env, flags, optionFlags, terminal } = context;
  if (flags.markdown !== undefined) {
    terminal.write(renderOptionsPage());
    return 0;
  }
  const rows = optionNames.map((name) => [
    rowOf(name).variable,
    showValue(name, config[name]),
    sourceOf(name, optionFlags, env),
  ]);
  const document = rows.map(([option, value, from]) => ({ option, value, from }));
  sayJsonOr(context, document, () => terminal.say(renderTable(['option', 'value', 'from'], rows)));
  return 0;
}

function showValue(name: OptionName, value: Config[OptionName]): string {
  if (value === null) return '';
  if (rowOf(name).isSecret) return '(set)';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
