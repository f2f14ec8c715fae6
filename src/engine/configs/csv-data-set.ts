import type { PlanElement } from '../../jmx/plan-tree.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import { type CompileContext, type ElementCompiler, StopRequest, type Text, type User } from '../core.ts';
import { type LeasedFile, notYet } from '../csv/leased-file.ts';
import { BrokenRecord, readRecord } from '../csv/read-record.ts';
import { type SharedFile, SharedFiles } from '../csv/shared-file.ts';
import { splitLine, splitNames } from '../csv/split-line.ts';

const filesKey = 'files that users read on';

/** State of one user: properties are evaluated when it starts, the file is opened in its first iteration. */
interface Reading {
  fileName: string;
  names: string;
  charset: string;
  delimiter: string;
  shareMode: string;
  isQuoted: boolean;
  isRecycled: boolean;
  isThreadStopped: boolean;
  isFirstIgnored: boolean;
  opened:
    | { file: SharedFile; leased: LeasedFile | undefined; variables: string[]; isFirstNames: boolean }
    | undefined;
  /** The leased row of the next iteration, once taken; empty at the end of the file. */
  leasedFields: string[] | undefined;
}

/** Polling interval of a user that waits for a leased row. */
const lookEveryMs = 10;

/** JMeter's CSVDataSet: reads the next line of a file into variables in each iteration. */
export const csvDataSet: ElementCompiler = (element, context) => {
  const read = reader(element, context);
  const files = context.shared(filesKey, () => new SharedFiles(context.environment, context.numbers));
  const key = {};
  const hasLeases = (context.environment.leasedFiles?.length ?? 0) > 0;
  return {
    iterationListener: {
      ...(hasLeases && {
        isReady: (user: User) =>
          isRowThere(
            user,
            user.stateOf(key, () => read(user)),
            files,
          ),
      }),
      iterationStart: (user) =>
        nextLine(
          user,
          user.stateOf(key, () => read(user)),
          files,
        ),
    },
    userListener: {
      userStarted: (user) => {
        user.stateOf(key, () => read(user));
      },
    },
  };
};

function reader(element: PlanElement, context: CompileContext): (user: User) => Reading {
  const text = (name: string): Text => context.text(element, name);
  const [fileName, charset, names] = [text('filename'), text('fileEncoding'), text('variableNames')];
  const [delimiter, shareMode] = [text('delimiter'), text('shareMode')];
  const [quoted, recycle] = [text('quotedData'), text('recycle')];
  const [stop, ignore] = [text('stopThread'), text('ignoreFirstLine')];
  const isTrue = (each: Text, user: User) => each.evaluate(user).toLowerCase() === 'true';
  return (user) => ({
    fileName: javaTrim(fileName.evaluate(user)),
    charset: charset.evaluate(user),
    names: names.evaluate(user),
    delimiter: delimiterOf(delimiter.evaluate(user)),
    shareMode: shareMode.evaluate(user),
    isQuoted: isTrue(quoted, user),
    isRecycled: isTrue(recycle, user),
    isThreadStopped: isTrue(stop, user),
    isFirstIgnored: isTrue(ignore, user),
    opened: undefined,
    leasedFields: undefined,
  });
}

function delimiterOf(written: string): string {
  return written === '\\t' ? '\t' : written || ',';
}

/** Takes the leased row of the next iteration. Without one, the user polls again later, or ends by its schedule. */
function isRowThere(user: User, reading: Reading, files: SharedFiles): boolean {
  reading.opened ??= open(user, reading, files);
  const { leased } = reading.opened;
  if (leased === undefined || reading.leasedFields !== undefined) {
    return true;
  }
  const fields = leasedFieldsOf(user, reading, leased);
  if (fields !== notYet) {
    reading.leasedFields = fields;
    return true;
  }
  const nowMs = user.runner.nowMs();
  user.isRunning &&= nowMs < user.endsAtMs;
  user.runner.wheel.add(user, nowMs + lookEveryMs);
  return false;
}

function leasedFieldsOf(user: User, reading: Reading, leased: LeasedFile): string[] | typeof notYet {
  const { charset, delimiter, isQuoted } = reading;
  if (!isQuoted) {
    const line = leased.readLine(charset);
    return line === notYet ? line : line === undefined ? [] : splitLine(line, delimiter);
  }
  return withoutBrokenRecord(user, () => leased.readRecord(charset, delimiter.charAt(0)) ?? []);
}

function nextLine(user: User, reading: Reading, files: SharedFiles): void {
  reading.opened ??= open(user, reading, files);
  const { file, variables, isFirstNames } = reading.opened;
  const isFirstIgnored = isFirstNames || reading.isFirstIgnored;
  const fields = reading.leasedFields ?? fieldsOf(user, reading, file, isFirstIgnored);
  reading.leasedFields = undefined;
  for (const [index, name] of variables.entries()) {
    const value = fields[index];
    if (value !== undefined) {
      user.variables.set(name, value);
    }
  }
  if (fields.length > 0) {
    return;
  }
  if (reading.isThreadStopped) {
    throw new StopRequest('thread', `End of file:${reading.fileName} detected for CSV DataSet`);
  }
  for (const name of variables) {
    user.variables.set(name, '<EOF>');
  }
}

function fieldsOf(user: User, reading: Reading, file: SharedFile, isFirstIgnored: boolean): string[] {
  if (!reading.isQuoted) {
    const line = file.readLine(reading.isRecycled, isFirstIgnored);
    return line === undefined ? [] : splitLine(line, reading.delimiter);
  }
  return withoutBrokenRecord(user, () =>
    file.readRecord(reading.isRecycled, isFirstIgnored, reading.delimiter.charAt(0)),
  );
}

/** JMeter treats a broken record as the end of the file. */
function withoutBrokenRecord<T>(user: User, work: () => T): T | string[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BrokenRecord)) {
      throw error;
    }
    user.runner.log('error', error.message);
    return [];
  }
}

function open(user: User, reading: Reading, files: SharedFiles): NonNullable<Reading['opened']> {
  const { fileName, charset, names, delimiter } = reading;
  const { alias, isOwn } = aliasOf(user, reading);
  const isFirstNames = names === '';
  const file = files.reserve(
    { name: fileName, charset, alias, isOwn },
    isFirstNames || reading.isFirstIgnored,
  );
  const variables = isFirstNames
    ? readRecord(file.header ?? '', 0, delimiter.charAt(0)).fields
    : splitNames(names);
  const leased = files.leased(fileName);
  return { file, leased, variables: variables.map(javaTrim), isFirstNames };
}

const modes: Record<string, 'all' | 'group' | 'thread'> = {
  '': 'all',
  'shareMode.all': 'all',
  'shareMode.group': 'group',
  'shareMode.thread': 'thread',
  'All threads': 'all',
  'Current thread group': 'group',
  'Current thread': 'thread',
};

/** Users with the same alias share the file position. */
function aliasOf(user: User, { fileName, shareMode }: Reading): { alias: string; isOwn: boolean } {
  const mode = Object.hasOwn(modes, shareMode) ? modes[shareMode] : undefined;
  switch (mode) {
    case 'all':
      return { alias: fileName, isOwn: false };
    case 'group':
      return { alias: `${fileName}@group ${user.group.name} ${user.group.number}`, isOwn: false };
    case 'thread':
      return { alias: `${fileName}@thread ${user.name}`, isOwn: true };
    default:
      // A custom share mode.
      return { alias: `${fileName}@${shareMode}`, isOwn: false };
  }
}
