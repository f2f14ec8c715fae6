import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { booleanProperty } from '../../jmx/plan-tree.ts';
import { dateFormat } from '../../languages/dates/date-format.ts';
import { wallTimeAt } from '../../languages/dates/wall-time.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { CompileContext, ElementCompiler, User } from '../core.ts';
import type { Result } from '../state/result.ts';

/** Message by which JMeter recognizes transactions. */
const messageOfTransactions = 'Number of samples in transaction : ';

/** JMeter's Save Responses to a file: one file per body, including those of sub-results. */
export const resultSaver: ElementCompiler = (element, context) => {
  const { environment } = context;
  const prefix = context.text(element, 'FileSaver.filename');
  const variable = context.text(element, 'FileSaver.variablename');
  const padding = context.text(element, 'FileSaver.numberPadLen');
  const isOn = (name: string, fallback = false) => booleanProperty(element, `FileSaver.${name}`, fallback);
  const isForErrors = isOn('errorsonly');
  const isForSuccesses = isOn('successonly');
  const isWithoutTransactions = isOn('ignoreTC', true);
  const hasNumber = !isOn('skipautonumber');
  const hasSuffix = !isOn('skipsuffix');
  const hasTimestamp = isOn('addTimstamp');
  const name = context.nameOf(element);
  const lastNumber = context.numbers.at(`${name}: files`);
  const started = context.numbers.at(`${name}: started`);
  const own = context.shared(element, () => ({ timestamp: '', padding: 0 }));

  const isWanted = (result: Result) =>
    !(isWithoutTransactions && result.message.startsWith(messageOfTransactions)) &&
    !(result.isSuccess ? isForErrors : isForSuccesses);

  const nextNumber = () =>
    lastNumber.hold((number) => {
      number.value = (number.value ?? 0) + 1;
      return String(number.value).padStart(own.padding, '0');
    });

  const save = (result: Result, user: User, index: number) => {
    const start = fromBase(prefix.evaluate(user), context) + own.timestamp;
    const beginning = start + (hasNumber ? nextNumber() : '');
    const file = beginning + (hasSuffix ? `.${suffixOf(result)}` : '');
    result.savedAs = file;
    const variableName = variable.evaluate(user);
    if (variableName !== '') {
      user.variables.set(variableName + (index > 0 ? index : ''), file);
    }
    if (goesUp(file.slice(beginning.lastIndexOf('/') + 1))) {
      environment.log(
        'error',
        `The response of ${result.label} cannot be saved: there is no folder for ${file}`,
      );
    } else {
      write(resolve(environment.filesFolder, file), result, environment.log);
    }
  };

  return {
    planListener: {
      planStarted: (placeholderUser) => {
        // All workers use the same start minute in file names.
        const startedMs = started.hold((number) => {
          number.value ??= Math.floor(environment.nowMs());
          return number.value;
        });
        own.timestamp = hasTimestamp
          ? (dateFormat('yyyyMMdd-HHmm_').format(wallTimeAt(startedMs)) ?? '')
          : '';
        own.padding = toInt(padding.evaluate(placeholderUser));
      },
    },
    listener: {
      bodyUse: 'bytes',
      sampleOccurred(result, user) {
        let index = 0;
        const saveAll = (each: Result) => {
          const at = index++;
          if (isWanted(each)) {
            save(each, user, at);
          }
          each.subResults?.forEach(saveAll);
        };
        try {
          saveAll(result);
        } catch (error) {
          // A failing listener is only logged; the rest of the sample is not saved.
          environment.log('error', `${element.place}: ${String(error)}`);
        }
      },
    },
  };
};

/**
 * Resolves `~/` to the folder of the plan; keeps other names as written, because the plan can read them in a
 * variable.
 */
function fromBase(name: string, { environment }: CompileContext): string {
  if (!name.startsWith('~/')) {
    return name;
  }
  const rest = name
    .slice(2)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  return rest === '' ? environment.filesFolder : `${environment.filesFolder}/${rest}`;
}

/**
 * Whether a suffix from a response's content type leads out of the folder. JMeter does not save such a response
 * either, because the intermediate folder does not exist.
 */
const goesUp = (path: string) => path.split('/').includes('..');

function suffixOf({ contentType }: Result): string {
  const slash = contentType.indexOf('/');
  if (slash === -1) {
    return 'unknown';
  }
  const semicolon = contentType.indexOf(';');
  if (semicolon === -1) {
    return contentType.slice(slash + 1);
  }
  if (semicolon <= slash) {
    throw new RangeError(`no suffix can be made of the type ${contentType}`);
  }
  return contentType.slice(slash + 1, semicolon);
}

function write(path: string, result: Result, log: CompileContext['environment']['log']): void {
  const folder = dirname(path);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
  }
  try {
    // Synchronously, because the plan may read the file in its next step.
    writeFileSync(path, result.body);
  } catch (error) {
    log('error', `The response of ${result.label} cannot be saved: ${String(error)}`);
  }
}
