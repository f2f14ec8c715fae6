import { resolve } from 'node:path';
import { booleanProperty } from '../../jmx/plan-tree.ts';
import type { CompileContext, ElementCompiler, User } from '../core.ts';
import type { Result } from '../state/result.ts';
import { resultFormat } from './result-format.ts';
import { ResultsFile } from './results-file.ts';

const filesKey = 'files of results';

/** JMeter's ResultCollector, the base of most listeners. Without a file it has no effect in a run. */
export const resultCollector: ElementCompiler = (element, context) => {
  const name = context.text(element, 'filename');
  if (name.raw === '') {
    return {};
  }
  const isForErrors = booleanProperty(element, 'ResultCollector.error_logging');
  const isForSuccesses = booleanProperty(element, 'ResultCollector.success_only_logging');
  const format = resultFormat(element, context.environment.properties);
  const opened = context.shared(element, () => ({
    file: undefined as ResultsFile | undefined,
    written: new WeakSet<Result>(),
    placeholderUser: undefined as User | undefined,
  }));
  const say = (user: User, how: string, error: unknown) => {
    opened.file = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    user.runner.warn(`${element.place} saves nothing${how}: its file cannot be written (${reason}).`);
  };
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        const evaluated = name.evaluate(placeholderUser);
        const file = fileNamed(evaluated, context);
        opened.written = file?.writtenAs(evaluated) ?? opened.written;
        try {
          file?.open(format);
          opened.file = file;
        } catch (error) {
          // JMeter silently continues without the file.
          say(placeholderUser, ` to ${evaluated}`, error);
        }
        opened.placeholderUser = placeholderUser;
      },
      planEnded: () => {
        try {
          opened.file?.close();
        } catch (error) {
          if (opened.placeholderUser) {
            say(opened.placeholderUser, ' of its last results', error);
          }
        }
      },
    },
    listener: {
      bodyUse: format.savesBodies ? 'text' : 'none',
      sampleOccurred(result, user) {
        const isWanted =
          isForErrors === isForSuccesses && !isForErrors
            ? true
            : (result.isSuccess && isForSuccesses) || (!result.isSuccess && isForErrors);
        if (isWanted) {
          try {
            opened.file?.write(result, format, opened.written);
          } catch (error) {
            say(user, ' any more', error);
          }
        }
      },
    },
  };
};

function fileNamed(name: string, context: CompileContext): ResultsFile | undefined {
  if (name === '') {
    return undefined;
  }
  const { filesFolder } = context.environment;
  const path = resolve(filesFolder, name.startsWith('~/') ? name.slice(2) : name);
  const files = context.shared(filesKey, () => new Map<string, ResultsFile>());
  const file = files.get(path) ?? new ResultsFile(path);
  files.set(path, file);
  return file;
}
