import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__changeCase(text,mode,variable)}`: upper case by default; unknown modes leave the text unchanged. */
export const changeCase: TextFunctionMaker = ([text, mode, variable], environment) => ({
  evaluate: (user) => {
    const original = text?.evaluate(user) ?? '';
    const wanted = mode?.evaluate(user) || 'UPPER';
    const change = modes[wanted.toUpperCase()];
    if (!change) {
      environment.log('error', `Unknown mode ${wanted}, returning ${original} unchanged`);
    }
    const value = change?.(original) ?? original;
    setVariable(user, variable, value);
    return value;
  },
});

const modes: Record<string, (text: string) => string> = {
  UPPER: (text) => text.toUpperCase(),
  LOWER: (text) => text.toLowerCase(),
  CAPITALIZE: (text) => {
    const [first = ''] = text;
    const upper = first.toUpperCase();
    return (upper.length === first.length ? upper : first) + text.slice(first.length);
  },
};
