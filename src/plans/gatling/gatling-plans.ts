import { AppError } from '../../domain/errors.ts';
import { withoutDuplicates } from '../environment-parameters.ts';
import { isJarName } from '../jar-name.ts';
import { parametersOfJvmCode } from '../jvm-parameters.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import { type DescribedDataFile, emptyDescription, type PlanDescription } from '../plan-description.ts';
import { baseName, type PlanFile } from '../plan-file.ts';
import type { PlanReader } from '../plan-reader.ts';
import { createReferenceFinder, dataReferences } from './data-references.ts';
import { findSimulations, type Simulation, type Source } from './find-simulations.ts';
import { leaseProblem } from './lease-problem.ts';
import { modernizeSource } from './modernize.ts';
import { codeOnly, languageOf, scanSource } from './scan-source.ts';

export const gatlingPlans: PlanReader = {
  // Feeders of separated values read column names from the first line.
  hasHeader: (fileName) => /\.(?:csv|tsv|ssv)$/i.test(fileName) || undefined,
  leaseProblem: (fileName, _planName, files) => leaseProblem(fileName, readSources(files), files),
  isPlanName: (name) => languageOf(name) !== undefined,
  choose: (files, parameters) => chooseSimulation(files, parameters).fileName,
  check,
  describe: describeSimulation,
};

/** The simulation to run. Without a class name, it is inside an uploaded .jar file and is found on the node. */
export interface ChosenSimulation {
  fileName: string;
  className: string | undefined;
}

/** Parameters that select the simulation. */
const simulationParameters = ['simulation', 'gatling.simulationClass', 'gatling.core.simulationClass'];

/** The simulation that `override_parameters` names, else the only one. Files outside of folders take precedence. */
export function chooseSimulation(
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): ChosenSimulation {
  const simulations = findSimulations(readSources(files));
  const jar = files.find((file) => isJarName(file.name))?.name;
  const requested = simulationParameters
    .map((name) => parameters.systemProperties.get(name) ?? parameters.properties.get(name))
    .find((value) => value !== undefined && value !== '');
  if (requested !== undefined) {
    return findRequested(requested, simulations, jar);
  }
  const inOwnFiles = simulations.filter(({ fileName }) => !fileName.includes('/'));
  const candidates = inOwnFiles.length > 0 ? inOwnFiles : simulations;
  const first = candidates[0];
  if (first === undefined) {
    if (jar !== undefined) {
      return { fileName: jar, className: undefined };
    }
    throw new AppError('plan_missing', missingSentence(files));
  }
  if (candidates.length > 1) {
    throw new AppError(
      'plan_broken',
      `Several simulations were uploaded: ${list(candidates)}. Choose one with override_parameters, such as -Dsimulation=${first.className}.`,
    );
  }
  return first;
}

/** The chosen simulation is described as a thread group; its number of users is known only at run time. */
function describeSimulation(
  _planName: string,
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): PlanDescription {
  const { className, fileName } = chooseSimulation(files, parameters);
  const find = createReferenceFinder(files.map((file) => file.name));
  const unknown = { threads: null, rampup: null, duration: null, loops: null };
  return {
    ...emptyDescription(),
    parameters: withoutDuplicates(readSources(files).flatMap(({ text }) => [...parametersOfJvmCode(text)])),
    threadGroups: [{ name: className ?? fileName, kind: 'Simulation', isEnabled: true, ...unknown }],
    dataFiles: readSources(files).flatMap((source) =>
      dataReferences(source).map(({ path, use }): DescribedDataFile => {
        const state = find(path).kind === 'missing' ? 'missing' : 'there';
        return {
          path,
          use: use === 'csv' ? 'csv' : 'other',
          element: `${use} in ${source.name}`,
          state,
          file: null,
        };
      }),
    ),
  };
}

function findRequested(
  requested: string,
  simulations: readonly Simulation[],
  jar: string | undefined,
): ChosenSimulation {
  const matching = simulations.filter(({ className }) => className === requested);
  const bySimpleName = simulations.filter(({ className }) => className.split('.').at(-1) === requested);
  const found = matching[0] ?? (bySimpleName.length === 1 ? bySimpleName[0] : undefined);
  if (found) {
    return found;
  }
  if (jar !== undefined) {
    return { fileName: jar, className: requested };
  }
  const others =
    simulations.length > 0 ? `Uploaded simulations: ${list(simulations)}.` : 'No simulation was uploaded.';
  throw new AppError(
    'plan_broken',
    `The simulation ${requested} in override_parameters was not uploaded. ${others}`,
  );
}

function check(_planName: string, files: readonly PlanFile[], parameters: OverrideParameters): string[] {
  chooseSimulation(files, parameters);
  const sources = readSources(files);
  const names = files.map((file) => file.name);
  const problems = sources.flatMap(unsupportedReasons);
  const warnings = files
    .filter((file) => baseName(file.name) === 'gatling.conf')
    .map(
      ({ name }) =>
        `${name} is ignored: the service configures Gatling. Set single options with override_parameters, such as -Dgatling.http.requestTimeout=30000.`,
    );
  for (const source of sources) {
    for (const remark of modernizeSource(source, { names }).remarks) warnings.push(remark);
    checkDataFiles(source, names, problems, warnings);
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

/** Why a source cannot be run, not even after `modernizeSource`. */
function unsupportedReasons(source: Source): string[] {
  if (source.language === 'kotlin') {
    return [
      `${source.name} is Kotlin, which this service does not compile. Upload it compiled, as a .jar file.`,
    ];
  }
  const code = codeOnly(source.text, scanSource(source.text, source.language));
  return /\bcom\.excilys\.|\bimport\s+(?:bootstrap|assertions)\._/.test(code)
    ? [
        `${source.name} is written for Gatling 1, which is not supported. Rewrite it for Gatling 3 (io.gatling.core.Predef._ and io.gatling.http.Predef._).`,
      ]
    : [];
}

function checkDataFiles(
  source: Source,
  names: readonly string[],
  problems: string[],
  warnings: string[],
): void {
  const find = createReferenceFinder(names);
  const mayMakeFiles = /\b(?:Files|File|FileWriter|PrintWriter|FileOutputStream)\b/.test(source.text);
  const hasJars = names.some(isJarName);
  for (const { path, line, use } of dataReferences(source)) {
    if (find(path).kind !== 'missing') {
      continue;
    }
    const sentence = `${source.name}, line ${line}: ${use}("${path}") needs a file that was not uploaded.`;
    if (hasJars) {
      warnings.push(`${sentence} It must be in one of the uploaded .jar files.`);
    } else if (mayMakeFiles) {
      warnings.push(`${sentence} The script seems to create it.`);
    } else {
      problems.push(sentence);
    }
  }
}

/** The uploaded sources with their text. */
export function readSources(files: readonly PlanFile[]): Source[] {
  return files.flatMap(({ name, content }) => {
    const language = languageOf(name);
    return language && content ? [{ name, text: new TextDecoder().decode(content), language }] : [];
  });
}

function missingSentence(files: readonly PlanFile[]): string {
  const names = files.length === 0 ? 'no files' : files.map((file) => file.name).join(', ');
  const hasSources = files.some((file) => languageOf(file.name) !== undefined);
  return hasSources
    ? `No Gatling simulation was uploaded: no class in the sources extends Simulation (${names}).`
    : `No Gatling simulation was uploaded: none of the files ends in .scala, .java or .jar (${names}).`;
}

const list = (simulations: readonly Simulation[]) =>
  simulations.map(({ className, fileName }) => `${className} (${fileName})`).join(', ');
