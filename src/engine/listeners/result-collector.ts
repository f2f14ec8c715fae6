import { resolve } from 'node:path';
import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { CompileContext, ElementCompiler } from '../core.ts';
import type { Result } from '../sampling/result.ts';
import { resultFormat } from './result-format.ts';
import { ResultsFile } from './results-file.ts';

const filesKey = 'files of results';

/** JMeter's ResultCollector, which most of its listeners are: without a file it only shows, and there is nobody to see. */
export const resultCollector: ElementCompiler = (element, context) => {
  const name = context.text(element, 'filename');
  if (name.raw === '') {
    return {};
  }
  const isForErrors = booleanProperty(element, 'ResultCollector.error_logging');
  const isForSuccesses = booleanProperty(element, 'ResultCollector.success_only_logging');
  const format = resultFormat(element, context.world.properties);
  const opened = context.shared(element, () => ({
    file: undefined as ResultsFile | undefined,
    written: new WeakSet<Result>(),
  }));
  return {
    planListener: {
      planStarted: (nobody) => {
        const evaluated = name.evaluate(nobody);
        const file = fileNamed(evaluated, context);
        opened.written = file?.writtenAs(evaluated) ?? opened.written;
        try {
          file?.open(format);
          opened.file = file;
        } catch (error) {
          // JMeter goes on without it, and without a word.
          const reason = error instanceof Error ? error.message : String(error);
          nobody.runner.warn(
            `${element.place} saves nothing: its file ${evaluated} cannot be written (${reason}).`,
          );
        }
      },
      planEnded: () => opened.file?.close(),
    },
    listener: {
      bodyUse: format.savesBodies ? 'text' : 'none',
      sampleOccurred(result) {
        const isWanted =
          isForErrors === isForSuccesses && !isForErrors
            ? true
            : (result.isSuccess && isForSuccesses) || (!result.isSuccess && isForErrors);
        if (isWanted) {
          opened.file?.write(result, format, opened.written);
        }
      },
    },
  };
};

function fileNamed(name: string, context: CompileContext): ResultsFile | undefined {
  if (name === '') {
    return undefined;
  }
  const { filesFolder } = context.world;
  const path = resolve(filesFolder, name.startsWith('~/') ? name.slice(2) : name);
  const files = context.shared(filesKey, () => new Map<string, ResultsFile>());
  const file = files.get(path) ?? new ResultsFile(path);
  files.set(path, file);
  return file;
}
