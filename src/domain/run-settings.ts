import { entriesOf } from '../contract/records.ts';
import {
  type NumberSettingName,
  numberSettings,
  type SettingsInput,
  type TextSettingName,
  textSettings,
} from '../contract/run-settings.ts';

type NumberProperty = (typeof numberSettings)[NumberSettingName]['property'];
type TextProperty = (typeof textSettings)[TextSettingName]['property'];
type ForEachSetting<OfNumber, OfText> = Record<NumberProperty, OfNumber> & Record<TextProperty, OfText>;

/** Settings of a run by property; null: the plan's value applies. */
export type RunSettings = ForEachSetting<number | null, string | null>;

/** Settings that nodes get. */
export type NodeSettings = Omit<RunSettings, 'minNodes'>;

export const noSettings: RunSettings = forEachSetting(
  () => null,
  () => null,
);

/** The settings without the other properties of a run. */
export function settingsOf(run: RunSettings): RunSettings {
  return forEachSetting(
    (property) => run[property],
    (property) => run[property],
  );
}

/** Removes what only the service uses. */
export function withoutServiceSettings<T extends Record<'minNodes', unknown>>(
  settings: T,
): Omit<T, 'minNodes'> {
  const { minNodes: _, ...others } = settings;
  return others;
}

/** Settings from their names in the API. */
export function settingsFromInput(input: SettingsInput): RunSettings {
  return forEachSetting(
    (_, name) => input[name] ?? null,
    (_, name) => input[name] ?? null,
  );
}

/** Makes a value for each setting, by property. */
export function forEachSetting<OfNumber, OfText>(
  ofNumber: (property: NumberProperty, name: NumberSettingName) => OfNumber,
  ofText: (property: TextProperty, name: TextSettingName) => OfText,
): ForEachSetting<OfNumber, OfText> {
  const made: Record<string, OfNumber | OfText> = {};
  for (const [name, { property }] of entriesOf(numberSettings)) made[property] = ofNumber(property, name);
  for (const [name, { property }] of entriesOf(textSettings)) made[property] = ofText(property, name);
  return made as ForEachSetting<OfNumber, OfText>;
}
