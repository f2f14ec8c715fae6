import { accessSync, appendFileSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

const failed = '**ERR**';

/** `${__FileToString(name,encoding,variable)}`: read anew each time, as in JMeter. */
export const fileToString: TextFunctionMaker = ([name, encoding, variable], world) => ({
  evaluate: (user) => {
    const written = name?.evaluate(user) ?? '';
    const charset = javaTrim(encoding?.evaluate(user) ?? '');
    let value = failed;
    try {
      const bytes = readFileSync(resolve(world.filesFolder, written));
      value = bytes.toString(charset.toUpperCase() === 'ISO-8859-1' ? 'latin1' : 'utf8');
    } catch {
      world.log('warn', `Could not read open: ${written}`);
    }
    setVariable(user, variable, value);
    return value;
  },
});

/** `${__StringToFile(name,content,appends,encoding)}`: `\n` in the content becomes a new line. */
export const stringToFile: TextFunctionMaker = ([name, content, appends], world) => ({
  evaluate: (user) => {
    const written = javaTrim(name?.evaluate(user) ?? '');
    const text = (content?.evaluate(user) ?? '').replaceAll('\\n', '\n');
    const isAppended = javaTrim(appends?.evaluate(user) ?? '').toLowerCase();
    if (written === '') {
      world.log('error', `File name '${written}' is empty`);
      return 'false';
    }
    const path = resolve(world.filesFolder, written);
    try {
      accessSync(dirname(path), constants.W_OK);
      const write = isAppended === '' || isAppended === 'true' ? appendFileSync : writeFileSync;
      write(path, text);
      return 'true';
    } catch (error) {
      world.log('error', `The file ${written} can't be written to: ${String(error)}`);
      return 'false';
    }
  },
});

/** `${__StringFromFile(name,variable)}`: the next line of the file, for all users together, over and over. */
export const stringFromFile: TextFunctionMaker = ([name, variable], world) => {
  let lines: string[] | undefined;
  let next = 0;
  let isOpened = false;
  const open = (written: string) => {
    next = 0;
    try {
      lines = linesOf(readFileSync(resolve(world.filesFolder, written), 'utf8'));
    } catch (error) {
      lines = undefined;
      world.log('error', `openFile() error: ${String(error)}`);
    }
  };
  return {
    evaluate: (user) => {
      if (!isOpened || (lines && next >= lines.length)) {
        isOpened = true;
        open(name?.evaluate(user) ?? '');
      }
      const value = lines ? (lines[next++] ?? 'null') : failed;
      const target = variable === undefined ? 'StringFromFile_' : javaTrim(variable.evaluate(user));
      if (lines?.length === 0) {
        // JMeter writes out the null that it read, and sets the variable to it.
        user.variables.delete(target);
      } else if (target !== '') {
        user.variables.set(target, value);
      }
      return value;
    },
  };
};

/** As Java reads lines: a last one without an end counts, an empty one behind the last end does not. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}
