import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import { type ElementCompiler, StopRequest, type User } from '../core.ts';
import { javaTrim } from '../text/java-text.ts';
import { split } from '../text/split.ts';
import { BrokenRecord, readCsvRecord } from './csv-record.ts';
import { type DataFile, DataFiles } from './data-files.ts';

const filesKey = Symbol('data files');
const atEnd = '<EOF>';

/** What one user has found out about the file: JMeter evaluates its settings once, before the user begins. */
interface Settings {
  name: string;
  charset: string;
  delimiter: string;
  variableNames: string;
  shareMode: string;
  reading: { file: DataFile; variables: string[]; skipsFirst: boolean } | undefined;
}

/** CSV Data Set Config: each pass of the controller it stands in takes a line. */
export const csvDataSet: ElementCompiler = (element, context) => {
  const text = (property: string, fallback = '') => context.text(element, property, fallback);
  const texts = {
    name: text('filename'),
    charset: text('fileEncoding'),
    delimiter: text('delimiter', ','),
    variableNames: text('variableNames'),
    shareMode: text('shareMode', 'shareMode.all'),
  };
  const isQuoted = booleanProperty(element, 'quotedData');
  const isRecycled = booleanProperty(element, 'recycle', true);
  const isStopping = booleanProperty(element, 'stopThread');
  const skipsFirst = booleanProperty(element, 'ignoreFirstLine');
  const files = context.shared(filesKey, () => new DataFiles(context.world.filesFolder));
  const key = {};

  const settingsOf = (user: User): Settings =>
    user.keep(key, () => {
      const delimiter = texts.delimiter.evaluate(user);
      return {
        name: javaTrim(texts.name.evaluate(user)),
        charset: texts.charset.evaluate(user),
        delimiter: delimiter === '\\t' ? '\t' : delimiter || ',',
        variableNames: texts.variableNames.evaluate(user),
        shareMode: texts.shareMode.evaluate(user),
        reading: undefined,
      };
    });

  const open = (settings: Settings, user: User): NonNullable<Settings['reading']> => {
    const { name, charset, delimiter, variableNames } = settings;
    if (name === '') {
      throw new Error('Filename must not be null or empty');
    }
    const isNamed = variableNames !== '';
    const file = files.reserve(name, charset, aliasOf(settings, user), !isNamed || skipsFirst);
    const names = isNamed
      ? split(variableNames, ',', true)
      : readCsvRecord(file.header ?? '', 0, delimiter[0] ?? ',').fields;
    return { file, variables: names.map(javaTrim), skipsFirst: skipsFirst || !isNamed };
  };

  return {
    userListener: { userStarted: (user) => void settingsOf(user) },
    iterationListener: {
      iterationStart: (user) => {
        const settings = settingsOf(user);
        settings.reading ??= open(settings, user);
        const { file, variables, skipsFirst: skips } = settings.reading;
        let values: string[] = [];
        if (isQuoted) {
          try {
            values = file.readRecord(isRecycled, skips, settings.delimiter[0] ?? ',');
          } catch (error) {
            if (!(error instanceof BrokenRecord)) {
              throw error;
            }
            context.world.log('error', error.message);
          }
        } else {
          values = split(file.readLine(isRecycled, skips) ?? '', settings.delimiter, false);
        }
        if (values.length === 0 && isStopping) {
          throw new StopRequest(
            'thread',
            `End of file:${settings.name} detected for CSV DataSet:${element.name}`,
          );
        }
        for (const [index, variable] of variables.entries()) {
          const value = values.length === 0 ? atEnd : values[index];
          if (value !== undefined) {
            user.variables.set(variable, value);
          }
        }
      },
    },
  };
};

/** Who reads the lines of a file together. Old plans have the words of JMeter's window in place of its own. */
function aliasOf({ name, shareMode }: Settings, user: User): string {
  switch (shareMode) {
    case 'shareMode.all':
    case 'All threads':
      return name;
    case 'shareMode.group':
    case 'Current thread group':
      return `${name}@group ${user.group.number} ${user.group.name}`;
    case 'shareMode.thread':
    case 'Current thread':
      return `${name}@user ${user.name}`;
    default:
      return `${name}@${shareMode}`;
  }
}
