import type { Option } from './option.ts';
import { options } from './options.ts';

export type OptionName = keyof typeof options;

/** Values of all options; paths are absolute, `null` means not set. */
export type Config = {
  [Name in OptionName]: (typeof options)[Name] extends Option<infer T> ? T : never;
};

export const optionNames = Object.keys(options) as OptionName[];

/** The row of an option without its value type. */
export function rowOf(name: OptionName): Option<unknown> {
  return options[name] as Option<unknown>;
}
