import type { EngineObstacle } from '../../domain/engine.ts';
import { AppError } from '../../domain/errors.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import type { PlanFile } from '../plan-file.ts';
import { judgeElements } from './judge-elements.ts';
import type { PlanElement } from './plan-tree.ts';
import { readPlanTree } from './read-plan-tree.ts';

/** Everything about a run of this plan that our own engine is not proven to do as Apache JMeter does; empty: it is ours. */
export function judgePlan(
  planName: string,
  files: readonly PlanFile[],
  parameters: OverrideParameters,
): EngineObstacle[] {
  const content = files.find((file) => file.name === planName)?.content;
  return onceEach([
    ...judgeJars(files),
    ...judgeParameters(parameters),
    ...(content ? judgeElements(readPlanTree(planName, content), (path) => readUpload(path, files)) : []),
  ]);
}

/** A function that is called ten times in one place is one thing to read. */
function onceEach(obstacles: readonly EngineObstacle[]): EngineObstacle[] {
  const keyOf = ({ element, place, reason }: EngineObstacle) => JSON.stringify([element, place, reason]);
  return [...new Map(obstacles.map((each) => [keyOf(each), each])).values()];
}

/** What an Include controller names, if it was uploaded under that name and can be read. */
function readUpload(path: string, files: readonly PlanFile[]): PlanElement[] | undefined {
  const file = files.find(({ name }) => name === path.replace(/^\.\//, ''));
  try {
    return file?.content && readPlanTree(file.name, file.content);
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

function judgeJars(files: readonly PlanFile[]): EngineObstacle[] {
  return files
    .filter(({ name }) => /\.jar$/i.test(name))
    .map(({ name }) => ({
      element: name,
      place: 'the uploaded files',
      reason: `${name} is code for the JVM, which only Apache JMeter has.`,
    }));
}

const place = 'override_parameters';

function judgeParameters({
  properties,
  systemProperties,
  memoryOptions,
}: OverrideParameters): EngineObstacle[] {
  const ofJvm = (element: string) => ({ element, place, reason: `${element} is an option of the JVM.` });
  const named = [...properties.keys(), ...systemProperties.keys()];
  return [
    ...memoryOptions.map(ofJvm),
    ...named.filter((name) => changesJvm.test(name)).map(ofJvm),
    ...named
      .filter((name) => changesJmeter.test(name) && !isHarmless.test(name))
      .map((element) => ({
        element,
        place,
        reason: `${element} is a setting of JMeter that Spate's own engine does not know.`,
      })),
  ];
}

const changesJvm =
  /^(?:(?:javax?|sun|jdk|com\.sun)\.|(?:user\.(?:timezone|language|country|region|script|variant)|file\.encoding)$)/;

/** The beginnings of all names in JMeter's own properties files. Names of a plan's own are not like them. */
const changesJmeter =
  /^(?:jmeter|jmeterengine|jmeterthread|httpclient4?|https?|httpsampler|hc|sampleresult|sample_variables|sample_sender_strip_also_on_error|CookieManager|cookies|cache_manager|csvdataset|csvread|timer|HTTPResponse|htmlParser|cssParser|wmlParser|HTTPFileArgs|user\.classpath|plugin_dependency_paths|search_paths|upgrade_properties|user\.properties|system\.properties|regex|RegEx|function|groovy|beanshell|bsf|javascript|jexl|jsr223|tcp|jms|jdbc|summariser|backend_|server|client|remote|rmi|mode|key_threshold|num_sample_threshold|time_threshold|ssl|xml|xpath|xpath2query|oro|JSON|jsyntax|classfinder|include|assertion|kerberos|authManager|DNSCacheManager|language|locale|loggerpanel|mirror|proxy|system\.|threads?\.|view|os_sampler|publisher|statistic_window|wmlParser|sampler|resultcollector|prop_|subresults|time\.(?:YMD|HMS|YMDHMS|USER1|USER2))(?:\.|_|$)/;

/** They are about the results file, which is ours in both engines. */
const isHarmless = /^jmeter\.save\.saveservice\./;
