import { isAbsolute, resolve } from 'node:path';
import { type ElementCompiler, StopRequest } from '../core.ts';
import { RandomReader } from '../csv/random-reader.ts';
import { splitNames } from '../csv/split-line.ts';

/** bzm's Random CSV Data Set 0.8: reads a random record of a file into variables in each iteration. */
export const randomCsvDataSet: ElementCompiler = (element, context) => {
  const text = (name: string) => context.text(element, name);
  const isSet = (name: string) => element.properties.get(name) === 'true';
  const [file, charset, delimiter, names] = [
    text('filename'),
    text('fileEncoding'),
    text('delimiter'),
    text('variableNames'),
  ];
  const [isRandom, isOfEach] = [isSet('randomOrder'), isSet('independentListPerThread')];
  // In that version a "per thread" list is shared too, and the first user that ends closes it.
  const shared = context.shared(element, (): { reader?: RandomReader; isOver: boolean } => ({
    isOver: false,
  }));
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        const path = file.evaluate(placeholderUser);
        shared.reader = new RandomReader({
          path: isAbsolute(path) ? path : resolve(context.environment.filesFolder, path),
          charset: charset.evaluate(placeholderUser),
          delimiter: delimiterOf(delimiter.evaluate(placeholderUser)),
          isRandom,
          isFirstSkipped: isSet('ignoreFirstLine') || names.evaluate(placeholderUser) === '',
          isRewound: isSet('rewindOnTheEndOfList'),
          random: context.environment.random,
        });
      },
    },
    userListener: {
      userFinished: () => {
        if (isOfEach && !isRandom) {
          shared.reader?.close();
        }
      },
    },
    iterationListener: {
      iterationStart(user) {
        const { reader } = shared;
        if (!reader || (shared.isOver && !isOfEach) || !reader.hasNext()) {
          shared.isOver = true;
          throw new StopRequest('thread', 'All records in the CSV file have been passed.');
        }
        const written = names.evaluate(user);
        const values = reader.next();
        for (const [index, name] of (written === '' ? reader.header : splitNames(written)).entries()) {
          const value = values[index];
          if (value !== undefined) {
            user.variables.set(name, value);
          }
        }
      },
    },
  };
};

const delimiterOf = (written: string) => (written === '\\t' ? '\t' : written.charAt(0) || ',');
