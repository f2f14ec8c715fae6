import { AppError } from '../../domain/errors.ts';
import { backendProblems } from '../../jmx/backend-addresses.ts';
import { emptyGroups, endlessGroups } from '../../jmx/empty-groups.ts';
import { missingClasses, pluginOf } from '../../jmx/missing-classes.ts';
import { type Jmx, type JmxDataFile, readJmx } from '../../jmx/plan-contents.ts';
import { isFunctionName } from '../../jmx/proven/functions.ts';
import { readPlanTree } from '../../jmx/read-plan-tree.ts';
import { responseTimeoutWarnings } from '../../jmx/response-timeouts.ts';
import { findDataFile, uploadOf } from '../data-files.ts';
import { environmentFileName, parseEnvironmentFile } from '../environment-file.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import type { PlanDescription } from '../plan-description.ts';
import { baseName, type PlanFile } from '../plan-file.ts';
import type { PlanReader } from '../plan-reader.ts';
import { addParameters } from './add-parameters.ts';
import { constantNames, type NameResolver } from './constant-names.ts';
import { describeJmx } from './describe-jmx.ts';
import { findNamedFile } from './find-named-file.ts';
import { judgePlan } from './judge-plan.ts';
import {
  isPropertyFile,
  readPropertyFiles,
  uploadedProperties,
  uploadedSystemProperties,
} from './property-files.ts';

export const jmeterPlans: PlanReader = {
  isPlanName: (name) => name.toLowerCase().endsWith('.jmx'),
  isRead: isPropertyFile,
  choose,
  check,
  describe: describePlan,
  judge: judgePlan,
  advise: (planName, files) => {
    const content = files.find(({ name }) => name === planName)?.content;
    return content ? responseTimeoutWarnings(readPlanTree(planName, content)) : [];
  },
};

/** The first uploaded file that is a whole plan; what has no thread group of its own is a fragment of another. */
function choose(files: readonly PlanFile[]): string {
  const candidates = files.filter((file) => jmeterPlans.isPlanName(file.name));
  const first = candidates[0];
  if (first === undefined) {
    throw new AppError(
      'plan_missing',
      `No JMeter plan was uploaded: none of the files ends in .jmx (${listNames(files)}).`,
    );
  }
  if (candidates.length === 1) {
    return first.name;
  }
  const errors: AppError[] = [];
  for (const candidate of candidates) {
    try {
      if (isWholePlan(read(candidate))) {
        return candidate.name;
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      errors.push(error);
    }
  }
  throw (
    errors[0] ??
    new AppError(
      'plan_missing',
      `None of the uploaded .jmx files (${listNames(candidates)}) is a whole plan: none has a thread group.`,
    )
  );
}

function check(planName: string, files: readonly PlanFile[], parameters: OverrideParameters): string[] {
  const jmx = readNamed(planName, files);
  const problems: string[] = [];
  const warnings: string[] = [];
  if (!jmx.hasTestPlan) {
    problems.push(`${planName} is a test fragment, not a plan: it has no Test Plan element.`);
  } else if (!jmx.threadGroups.some((group) => group.isEnabled)) {
    problems.push(`${planName} has no enabled thread group, so it would run nothing.`);
  }
  const unreadable = unreadableProperties(files);
  problems.push(...unreadable);
  problems.push(...endlessGroups(jmx));
  warnings.push(...emptyGroups(jmx));
  const keyStore = keyStoreOf(parameters);
  const parts = withIncludes(planName, jmx, files);
  const resolve = resolverFor(parts, unreadable.length === 0 ? files : [], parameters);
  for (const part of parts) {
    if (keyStore === undefined) warnings.push(...missingKeyStore(part));
    warnings.push(...wrongBackends(part));
    checkClasses(part, files, problems, warnings);
    warnings.push(...unknownFunctions(part, files));
    checkDataFiles(part, files, resolve, problems, warnings);
  }
  if (problems.length > 0) {
    throw new AppError(
      'plan_broken',
      problems.join(' '),
      problems.map((message) => ({ code: 'plan_broken', message, field: 'run_files[]' })),
    );
  }
  return warnings;
}

function unreadableProperties(files: readonly PlanFile[]): string[] {
  try {
    readPropertyFiles(files);
    uploadedSystemProperties(files);
    return [];
  } catch (error) {
    if (error instanceof AppError) {
      return [error.message];
    }
    throw error;
  }
}

function describePlan(
  planName: string,
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): PlanDescription {
  const parts = withIncludes(planName, readNamed(planName, files), files);
  const names = files.map(({ name }) => name);
  const description = describeJmx(
    parts.map(({ jmx }) => jmx),
    names,
    resolverFor(parts, files, parameters),
  );
  const path = keyStoreOf(parameters);
  if (path !== undefined) {
    const found = findNamedFile({ path, property: '', use: 'other' }, names, () => undefined);
    const file = found.kind === 'there' ? found.name : null;
    description.dataFiles.push({ path, use: 'other', element: keyStoreProperty, state: found.kind, file });
  }
  for (const { name, properties } of readPropertyFiles(files)) {
    const element = `the plan, as properties (${properties.size})`;
    description.dataFiles.push({ path: name, use: 'other', element, state: 'there', file: name });
  }
  return description;
}

/** The only way by which JMeter learns of a key store. */
const keyStoreProperty = 'javax.net.ssl.keyStore';

const keyStoreOf = ({ properties, systemProperties }: OverrideParameters) =>
  systemProperties.get(keyStoreProperty) ?? properties.get(keyStoreProperty);

function missingKeyStore({ name, jmx }: Part): string[] {
  return jmx.elements
    .filter(({ tag, isEnabled }) => isEnabled && /(?:^|\.)KeystoreConfig$/.test(tag))
    .map(
      (element) =>
        `"${element.name}" in ${name} uses certificates of a key store, but no key store is configured: upload it and add -D${keyStoreProperty}=<its name> to override_parameters.`,
    );
}

/** What nodes add to the properties is not known here. */
function resolverFor(
  parts: readonly Part[],
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): NameResolver {
  const environment = files.find((file) => file.name === environmentFileName)?.content;
  const variables = environment && parseEnvironmentFile(environment).variables;
  return constantNames(
    parts.map(({ jmx }) => jmx),
    addParameters(uploadedProperties(files), variables ?? new Map(), parameters),
  );
}

function wrongBackends({ name, jmx }: Part): string[] {
  return jmx.elements.flatMap((element) =>
    backendProblems(element).map((problem) => `"${element.name}" in ${name} ${problem}`),
  );
}

interface Part {
  name: string;
  jmx: Jmx;
}

/** The names of the plan and of the uploaded fragments that it includes. */
export function planParts(planName: string, files: readonly PlanFile[]): string[] {
  return withIncludes(planName, readNamed(planName, files), files).map(({ name }) => name);
}

/** The plan and the uploaded fragments that it includes, each once. */
function withIncludes(planName: string, jmx: Jmx, files: readonly PlanFile[]): Part[] {
  const names = files.map((file) => file.name);
  const parts: Part[] = [{ name: planName, jmx }];
  for (const part of parts) {
    for (const include of part.jmx.dataFiles.filter((file) => file.use === 'include')) {
      const name = uploadOf(findDataFile(include.path, names));
      if (name !== undefined && !parts.some((known) => known.name === name)) {
        const file = files.find((candidate) => candidate.name === name);
        if (file?.content) {
          parts.push({ name, jmx: read(file) });
        }
      }
    }
  }
  return parts;
}

const hasJars = (files: readonly PlanFile[]) => files.some(({ name }) => /\.jar$/i.test(name));

function checkClasses(part: Part, files: readonly PlanFile[], problems: string[], warnings: string[]): void {
  for (const name of missingClasses(part.jmx.elementNames)) {
    const plugin = pluginOf(name);
    const sentence = `${part.name} uses ${name}${plugin ? ` (plugin: ${plugin})` : ''}, which this JMeter does not have.`;
    if (hasJars(files)) {
      warnings.push(`${sentence} It must be in one of the uploaded .jar files.`);
    } else {
      problems.push(`${sentence} Upload the plugin's .jar file with the plan, or remove the element.`);
    }
  }
}

/** JMeter treats such a call as an unset variable. */
function unknownFunctions({ name: file, jmx }: Part, files: readonly PlanFile[]): string[] {
  return jmx.calls
    .filter(({ name }) => !isFunctionName(name))
    .map(({ name, element }) => {
      const sentence = `"${element}" in ${file} calls ${name}, which this JMeter does not have`;
      return hasJars(files)
        ? `${sentence}. It must be in one of the uploaded .jar files.`
        : `${sentence}, so the call is not replaced.`;
    });
}

const mostSentences = 1_000;

function checkDataFiles(
  part: Part,
  files: readonly PlanFile[],
  resolve: NameResolver,
  problems: string[],
  warnings: string[],
): void {
  const names = files.map((file) => file.name);
  for (const file of part.jmx.dataFiles) {
    // Each search reads the whole plan, so the number of warnings is limited.
    if (problems.length + warnings.length > mostSentences) return;
    const found = findNamedFile(file, names, resolve);
    if (found.kind === 'elsewhere') {
      warnings.push(
        `"${file.element}" in ${part.name} names ${file.path}; the uploaded ${found.to} is used.`,
      );
    } else if (found.kind === 'missing') {
      const sentence = `"${file.element}" in ${part.name} needs the ${describe(file)} ${file.path}, which was not uploaded.`;
      if (file.use === 'other') {
        warnings.push(sentence);
      } else if (mayAppear(part.jmx, file)) {
        warnings.push(`${sentence} The plan seems to create it.`);
      } else {
        problems.push(sentence);
      }
    }
  }
}

/** A plan may write a file before it reads it, so it cannot be reported as missing before the run. */
function mayAppear(jmx: Jmx, file: JmxDataFile): boolean {
  return jmx.mayMakeFiles || jmx.otherText.includes(baseName(file.path));
}

function describe(file: JmxDataFile): string {
  switch (file.use) {
    case 'csv':
      return 'data file';
    case 'include':
      return 'test fragment';
    case 'upload':
      return 'file to send';
    case 'other':
      return 'file';
  }
}

const isWholePlan = (jmx: Jmx) => jmx.hasTestPlan && jmx.threadGroups.some((group) => group.isEnabled);

function readNamed(name: string, files: readonly PlanFile[]): Jmx {
  const file = files.find((candidate) => candidate.name === name);
  if (!file) {
    throw new AppError('plan_missing', `The plan ${name} is not among the uploaded files.`);
  }
  return read(file);
}

function read(file: PlanFile): Jmx {
  if (!file.content) {
    throw new AppError('plan_broken', `${file.name} has no content.`);
  }
  const [first, second] = file.content;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new AppError('plan_broken', `${file.name} is UTF-16, which JMeter cannot read. Save it as UTF-8.`);
  }
  return readJmx(file.name, file.content);
}

function listNames(files: readonly PlanFile[]): string {
  return files.length === 0 ? 'no files' : files.map((file) => file.name).join(', ');
}
