import { entriesOf, mapValues } from '../../contract/records.ts';
import {
  numberLabels,
  numberSettings,
  type SettingLabels,
  type SettingsInput,
  type TextSettingName,
  textLabels,
} from '../../contract/run-settings.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext, OwnFlag } from '../command.ts';
import { parseDuration } from '../durations.ts';

/** Flags of the settings of a run. */
export const numberFlags = flagsOf(numberLabels);
export const textFlags = flagsOf(textLabels);

export const engineFlag: OwnFlag = {
  value: 'engine',
  choices: ['auto', 'spate', 'apache'],
  sentence:
    "Engine of a JMeter plan: auto (Spate's own engine if it supports the whole plan, otherwise Apache JMeter), spate or apache. Default: auto.",
};
export const privacyFlag: OwnFlag = {
  value: 'visibility',
  choices: ['public', 'private'],
  sentence: 'public (visible without signing in) or private. Default: private.',
};

/** Converts a notation of the command line to the one of the API. */
const convert: { [Name in TextSettingName]?: (entry: string) => string } = {
  override_hosts: (entry) => entry.replace('=', '/'),
};

/** The settings given as flags. Throws CliError for the first invalid one. */
export function readSettings({ flags, lists }: Pick<CommandContext, 'flags' | 'lists'>): SettingsInput {
  return {
    ...mapValues(numberLabels, ({ flag }, name) => {
      const given = flag && flags[flag.name];
      if (given === undefined) return undefined;
      const shown = `--${flag?.name}`;
      return numberSettings[name].kind === 'seconds' ? parseDuration(given, shown) : parseCount(given, shown);
    }),
    ...mapValues(textLabels, ({ flag }, name) => {
      const given = flag && lists[flag.name];
      return given?.map((entry) => convert[name]?.(entry) ?? entry).join(', ');
    }),
  };
}

function flagsOf(labels: Record<string, SettingLabels>): Record<string, OwnFlag> {
  const flags: Record<string, OwnFlag> = {};
  for (const [, { flag, choices }] of entriesOf(labels)) {
    if (!flag) continue;
    const { name, ...own } = flag;
    flags[name] = { ...own, ...(choices && { choices: Object.keys(choices).filter(Boolean) }) };
  }
  return flags;
}

function parseCount(given: string, flag: string): number {
  if (/^[1-9]\d*$/.test(given)) return Number(given);
  throw new CliError(`Invalid value for ${flag}: "${given}".`, 'Use a positive integer.');
}
