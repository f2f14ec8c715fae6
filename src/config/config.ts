import type { Option } from './option.ts';
import { options } from './options.ts';

export type OptionName = keyof typeof options;

/** All options with their values; paths are absolute, `null` means not given. */
export type Config = {
  [Name in OptionName]: (typeof options)[Name] extends Option<infer T> ? T : never;
};

export const optionNames = Object.keys(options) as OptionName[];

/** The row without knowledge of its value's type, for those who print or collect. */
export function rowOf(name: OptionName): Option<unknown> {
  return options[name] as Option<unknown>;
}
