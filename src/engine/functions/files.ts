import { accessSync, appendFileSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { TextFunctionMaker } from '../core.ts';
import { javaTrim } from '../text/java-text.ts';

const pathIn = (folder: string, name: string) => (isAbsolute(name) ? name : join(folder, name));

/** `${__FileToString(file,charset,variable)}` */
export const fileToString: TextFunctionMaker = ([name, charset, variable], { filesFolder, log }) => ({
  evaluate: (user) => {
    const path = pathIn(filesFolder, name?.evaluate(user) ?? '');
    const isLatin = /^(?:iso-8859-1|us-ascii)$/i.test(javaTrim(charset?.evaluate(user) ?? ''));
    let text = '**ERR**';
    try {
      text = readFileSync(path, isLatin ? 'latin1' : 'utf8');
    } catch {
      log('warn', `Could not read open: ${path}`);
    }
    const target = javaTrim(variable?.evaluate(user) ?? '');
    if (target !== '') {
      user.variables.set(target, text);
    }
    return text;
  },
});

/** `${__StringToFile(file,text,append,charset)}`: true when it could be written. */
export const stringToFile: TextFunctionMaker = ([name, content, append], { filesFolder, log }) => ({
  evaluate: (user) => {
    const file = javaTrim(name?.evaluate(user) ?? '');
    const text = (content?.evaluate(user) ?? '').replaceAll('\\n', '\n');
    const mode = javaTrim(append?.evaluate(user) ?? '').toLowerCase();
    if (file === '') {
      return 'false';
    }
    const path = pathIn(filesFolder, file);
    try {
      accessSync(dirname(path), constants.W_OK);
      if (!statSync(dirname(path)).isDirectory()) {
        return 'false';
      }
      if (mode === '' || mode === 'true') {
        appendFileSync(path, text);
      } else {
        writeFileSync(path, text);
      }
      return 'true';
    } catch (error) {
      log('error', `The file ${path} can't be written to: ${error instanceof Error ? error.message : ''}`);
      return 'false';
    }
  },
});
