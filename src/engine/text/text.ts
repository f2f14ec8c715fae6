import type { User } from '../users/user.ts';

/** A property of a plan with its variables and functions, compiled. */
export interface Text {
  /** As written in the plan. */
  readonly raw: string;
  /** The value when it holds neither variable nor function. */
  readonly constant: string | undefined;
  evaluate(user: User): string;
}

/** One function call in a plan. What it keeps between calls it keeps for all users, unless it says otherwise. */
export interface TextFunction {
  evaluate(user: User): string;
}

/** Makes a call from its arguments. Throws InvalidFunction with a sentence when they cannot be right. */
export type TextFunctionMaker = (args: readonly Text[], world: FunctionWorld) => TextFunction;

/** What functions share within one worker. */
export interface FunctionWorld {
  readonly properties: Map<string, string>;
  readonly functions: ReadonlyMap<string, TextFunctionMaker>;
  /** Where relative file names begin. */
  readonly filesFolder: string;
  log(level: 'info' | 'warn' | 'error', text: string): void;
}

export class InvalidFunction extends Error {}
