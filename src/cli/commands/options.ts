import { type Config, type OptionName, optionNames, rowOf } from '../../config/config.ts';
import { sourceOf } from '../../config/load.ts';
import { renderOptionsPage } from '../../config/options-page.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { renderTable } from '../render/table.ts';

export const options: Command = {
  name: 'options',
  summary: 'Show all options with value and source.',
  usage: ['[options]', '--markdown'],
  options: optionNames,
  flags: { markdown: { sentence: 'Print the reference page in Markdown.' }, json: jsonFlag },
  examples: [{ line: 'spate options', does: 'show the effective values' }],
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
  sayJsonOr(context, document, () => terminal.say(renderTable(['option', 'value', 'source'], rows)));
  return 0;
}

function showValue(name: OptionName, value: Config[OptionName]): string {
  if (value === null) return '';
  if (rowOf(name).isSecret) return '(set)';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
