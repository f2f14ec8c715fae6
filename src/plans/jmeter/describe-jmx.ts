import {
  type ContainedElement,
  isThreadGroup,
  type JmxDataFile,
  type PlanContents,
} from '../../jmx/plan-contents.ts';
import { uploadOf } from '../data-files.ts';
import { jvmVariablesIn } from '../environment-parameters.ts';
import { isJarName } from '../jar-name.ts';
import { jvmParametersIn } from '../jvm-parameters.ts';
import {
  type DescribedDataFile,
  type DescribedGroup,
  emptyDescription,
  type PlanDescription,
} from '../plan-description.ts';
import { type NameResolver, variablesOf } from './constant-names.ts';
import { findNamedFile } from './find-named-file.ts';
import { pluginsOf } from './plugins.ts';

const maxLabels = 500;

/** Description of a plan and the fragments that it includes, for the user. */
export function describeJmx(
  parts: readonly PlanContents[],
  classNames: readonly string[],
  fileNames: readonly string[],
  resolve: NameResolver,
): PlanDescription {
  const description = emptyDescription();
  const labels = new Set<string>();
  const parameters = new Map<string, string | null>();
  for (const contents of parts) {
    for (const element of contents.elements) {
      if (isThreadGroup(element)) description.threadGroups.push(groupOf(element));
      else if (element.isEnabled && isSampler(element)) labels.add(element.title);
      description.variables.push(...variablesOf(element));
    }
    for (const { name, default: fallback } of parametersIn(contents.allText)) {
      if (parameters.get(name) === undefined || parameters.get(name) === null) parameters.set(name, fallback);
    }
    description.dataFiles.push(...contents.dataFiles.map((file) => describeFile(file, fileNames, resolve)));
  }
  const hasJars = fileNames.some(isJarName);
  description.plugins = pluginsOf(classNames, hasJars);
  description.labels = [...labels].slice(0, maxLabels);
  description.parameters = [...parameters].map(([name, fallback]) => ({ name, default: fallback }));
  return description;
}

function describeFile(
  data: JmxDataFile,
  fileNames: readonly string[],
  resolve: NameResolver,
): DescribedDataFile {
  const { path, use, element } = data;
  const found = findNamedFile(data, fileNames, resolve);
  return { path, use, element, state: found.kind, file: uploadOf(found) ?? null };
}

/** A transaction controller also produces samples under its own name. */
const isSampler = ({ kind }: ContainedElement) =>
  /(?:Sampler|SamplerProxy|Sampler2|TransactionController)$/.test(kind);

/** The property names of JMeter's own groups, then those of the common plugins. */
function groupOf({ kind, title, isEnabled, texts }: ContainedElement): DescribedGroup {
  const first = (...names: string[]) => {
    for (const wanted of names) {
      const found = texts.find(({ name, value }) => name === wanted && value.trim() !== '');
      if (found) return found.value;
    }
    return null;
  };
  const isScheduled = first('ThreadGroup.scheduler') !== 'false';
  const loops = first('LoopController.loops');
  // JMeter's default is true.
  const isEndless = loops === '-1' || first('LoopController.continue_forever') !== 'false';
  return {
    name: title,
    kind: kind.slice(kind.lastIndexOf('.') + 1),
    isEnabled,
    threads: first('ThreadGroup.num_threads', 'TargetLevel', 'ConcurrencyLevel'),
    rampup: first('ThreadGroup.ramp_time', 'RampUp', 'rampUp'),
    duration: isScheduled ? first('ThreadGroup.duration', 'Hold', 'flighttime') : null,
    loops: loops !== null && isEndless ? 'forever' : loops,
  };
}

/**
 * `${__P(users,10)}`, `${__property(users,,10)}`, `props.get("users")`, and system properties and environment
 * variables that scripts read.
 */
function* parametersIn(text: string): Generator<{ name: string; default: string | null }> {
  for (const [, name = '', fallback] of text.matchAll(/\$\{__P\(\s*([^,(){}\s]+)\s*(?:,([^(){}]*))?\)\}/g))
    yield { name, default: fallback?.trim() ?? null };
  for (const [, name = '', fallback] of text.matchAll(
    /\$\{__property\(\s*([^,(){}\s]+)\s*(?:,[^,(){}]*(?:,([^(){}]*))?)?\)\}/g,
  ))
    yield { name, default: fallback?.trim() ?? null };
  for (const [, , name = '', , fallback] of text.matchAll(
    /\bprops\.(?:get|getProperty)\(\s*(["'])([^"'\s=]{1,200})\1(?:\s*,\s*(["'])([^"']{0,200})\3)?\s*\)/g,
  ))
    yield { name, default: fallback ?? null };
  yield* jvmParametersIn(text);
  yield* jvmVariablesIn(text);
}
