import { accessSync, appendFileSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

const failed = '**ERR**';

/** `${__FileToString(name,encoding,variable)}`: read again each time, as in JMeter. */
export const fileToString: TextFunctionMaker = ([name, encoding, variable], environment) => ({
  evaluate: (user) => {
    const written = name?.evaluate(user) ?? '';
    const charset = javaTrim(encoding?.evaluate(user) ?? '');
    let value = failed;
    try {
      const bytes = readFileSync(resolve(environment.filesFolder, written));
      value = bytes.toString(charset.toUpperCase() === 'ISO-8859-1' ? 'latin1' : 'utf8');
    } catch {
      environment.log('warn', `Could not read open: ${written}`);
    }
    setVariable(user, variable, value);
    return value;
  },
});

/** `${__StringToFile(name,content,appends,encoding)}`: `\n` in the content becomes a new line. */
export const stringToFile: TextFunctionMaker = ([name, content, appends], environment) => ({
  evaluate: (user) => {
    const written = javaTrim(name?.evaluate(user) ?? '');
    const text = (content?.evaluate(user) ?? '').replaceAll('\\n', '\n');
    const isAppended = javaTrim(appends?.evaluate(user) ?? '').toLowerCase();
    if (written === '') {
      environment.log('error', `File name '${written}' is empty`);
      return 'false';
    }
    const path = resolve(environment.filesFolder, written);
    try {
      accessSync(dirname(path), constants.W_OK);
      const write = isAppended === '' || isAppended === 'true' ? appendFileSync : writeFileSync;
      write(path, text);
      return 'true';
    } catch (error) {
      environment.log('error', `The file ${written} can't be written to: ${String(error)}`);
      return 'false';
    }
  },
});

/** `${__StringFromFile(name,variable)}`: the next line of the file, shared by all users, starting again at the end. */
export const stringFromFile: TextFunctionMaker = ([name, variable], environment) => {
  let lines: string[] | undefined;
  let next = 0;
  let isOpened = false;
  const open = (written: string) => {
    next = 0;
    try {
      lines = linesOf(readFileSync(resolve(environment.filesFolder, written), 'utf8'));
    } catch (error) {
      lines = undefined;
      environment.log('error', `openFile() error: ${String(error)}`);
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
        // JMeter returns the text "null", and sets the variable to null, which removes it.
        user.variables.delete(target);
      } else if (target !== '') {
        user.variables.set(target, value);
      }
      return value;
    },
  };
};

/** Lines like in Java: a last line without line end counts, an empty one after the last line end does not. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}
