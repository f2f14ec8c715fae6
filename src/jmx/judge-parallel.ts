import type { EngineObstacle } from '../domain/engine.ts';
import { BrokenCall, parseText } from '../languages/references/parse-text.ts';
import { booleanProperty, type PlanElement, textProperty, textsIn } from './plan-tree.ts';
import { provenAssertions } from './proven/assertions.ts';
import { isFunctionName } from './proven/functions.ts';
import { provenPostProcessors } from './proven/postprocessors.ts';
import { provenPreProcessors } from './proven/preprocessors.ts';

const parallelKind = 'com.blazemeter.jmeter.controller.ParallelSampler';

const steadyTimers = ['ConstantTimer', 'GaussianRandomTimer', 'PoissonRandomTimer', 'UniformRandomTimer'];

/** Elements supported in a Parallel Controller: they have no state, or only state of one thread. */
const within = new Set([
  ...['HTTPSamplerProxy', 'JavaSampler', 'TestAction', 'kg.apc.jmeter.samplers.DummySampler'],
  ...['GenericController', 'IfController', 'LoopController', 'OnceOnlyController', 'SwitchController'],
  ...['TransactionController', 'WhileController'],
  ...['HeaderManager', 'ConfigTestElement', 'Arguments'],
  ...steadyTimers,
  ...Object.keys(provenAssertions),
  ...Object.keys(provenPostProcessors).filter((kind) => kind !== 'DebugPostProcessor'),
]);

/** Elements whose one instance is shared by all threads of a Parallel Controller, which mixes up samples and counts. */
const notAround = new Set([
  ...Object.keys(provenPostProcessors),
  ...Object.keys(provenPreProcessors),
  ...['CacheManager', 'ResultSaver', 'ConstantThroughputTimer', 'PreciseThroughputTimer', 'SyncTimer'],
  'kg.apc.jmeter.timers.VariableThroughputTimer',
]);

/** Functions whose result depends neither on the calling thread nor on the number of calls. */
const steadyFunctions = new Set([
  ...['__P', '__property', '__V', '__env', '__time', '__timeShift', '__Random', '__RandomString', '__UUID'],
  ...['__urlencode', '__urldecode', '__escapeHtml', '__unescapeHtml', '__escapeXml', '__unescape'],
  ...['__changeCase', '__char', '__digest', '__intSum', '__longSum', '__machineName', '__machineIP'],
]);

/**
 * The threads of a Parallel Controller share elements of the plan, so that many results in Apache JMeter depend on the
 * order of the threads. Only plans without such results are supported.
 */
export function judgeParallel(root: PlanElement, obstacles: EngineObstacle[]): void {
  const found: PlanElement[] = [];
  visit(root, [], (element, around) => {
    if (element.kind === parallelKind) {
      found.push(element);
      judgeWithin(element, obstacles);
      judgeAround(element, around, obstacles);
    }
  });
  if (found.length > 0) {
    visit(root, [], (element) => judgeBeside(element, obstacles));
  }
}

function visit(
  element: PlanElement,
  around: readonly PlanElement[],
  look: (element: PlanElement, around: readonly PlanElement[]) => void,
): void {
  if (element.isEnabled) {
    look(element, around);
    for (const child of element.children) {
      visit(child, [...around, element], look);
    }
  }
}

function judgeWithin(parallel: PlanElement, obstacles: EngineObstacle[]): void {
  const add = ({ kind, place }: PlanElement, reason: string, what = kind) =>
    obstacles.push({ element: what, place, reason });
  for (const child of parallel.children) {
    visit(child, [], (element, around) => {
      if (isTransactions(element, around)) {
        add(
          element,
          'In a transaction of a Parallel Controller it may get samples of an earlier pass in Apache JMeter, which Spate does not copy.',
        );
      } else if (!within.has(element.kind)) {
        add(element, `${element.kind} is not run by Spate's own engine in a Parallel Controller.`);
      } else if (
        element.kind === 'TransactionController' &&
        !booleanProperty(element, 'TransactionController.parent')
      ) {
        add(element, 'In a Parallel Controller it is run by Spate only with a parent sample.');
      }
      for (const name of functionsOf(element)) {
        if (!steadyFunctions.has(name)) {
          add(
            element,
            `The function ${name} is not run by Spate's own engine in a Parallel Controller.`,
            name,
          );
        }
      }
    });
  }
}

const isTransactions = ({ kind }: PlanElement, around: readonly PlanElement[]) =>
  Object.hasOwn(provenPostProcessors, kind) && around.some((each) => each.kind === 'TransactionController');

/** Elements directly in the controller, beside it and beside its ancestors apply to all of its children at once. */
function judgeAround(
  parallel: PlanElement,
  around: readonly PlanElement[],
  obstacles: EngineObstacle[],
): void {
  for (const { kind, place, isEnabled } of [...around, parallel].flatMap(({ children }) => children)) {
    if (isEnabled && notAround.has(kind)) {
      obstacles.push({
        element: kind,
        place,
        reason: `The children of the Parallel Controller ${parallel.name} share it, which Spate's own engine does not run.`,
      });
    }
  }
}

/** The controller's threads count as iterations and users of the plan, and cannot be stopped immediately. */
function judgeBeside(element: PlanElement, obstacles: EngineObstacle[]): void {
  const { kind, place } = element;
  const isStoppingNow =
    textProperty(element, 'ThreadGroup.on_sample_error') === 'stoptestnow' ||
    (kind === 'ResultAction' && textProperty(element, 'OnError.action') === '3') ||
    (kind === 'TestAction' &&
      textProperty(element, 'ActionProcessor.action') === '2' &&
      textProperty(element, 'ActionProcessor.target') === '2');
  const isCounting =
    // A Sample Timeout applies to all samples of one thread; samples of the controller run in others.
    ['BackendListener', 'SampleTimeout'].includes(kind) ||
    (kind === 'CounterConfig' && booleanProperty(element, 'CounterConfig.reset_on_tg_iteration')) ||
    functionsOf(element).includes('__iterationNum');
  if (isStoppingNow || isCounting) {
    const what = isStoppingNow
      ? 'It stops the test at once'
      : 'It counts passes, users or time of their threads';
    obstacles.push({
      element: kind,
      place,
      reason: `${what}, which Spate's own engine does not run in a plan with a Parallel Controller.`,
    });
  }
}

function functionsOf(element: PlanElement): string[] {
  const values = [...element.properties.values()].flatMap((value) => [...textsIn(value)]);
  return [element.name, ...values].flatMap(functionsIn);
}

function functionsIn(text: string): string[] {
  if (!text.includes('${')) {
    return [];
  }
  try {
    return parseText(text, isFunctionName).flatMap((part) =>
      typeof part === 'object' && 'function' in part
        ? [part.function, ...part.args.flatMap(functionsIn)]
        : [],
    );
  } catch (error) {
    if (error instanceof BrokenCall) {
      // judgeElements reports the broken call.
      return [];
    }
    throw error;
  }
}
