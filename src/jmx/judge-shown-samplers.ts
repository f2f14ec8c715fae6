import type { EngineObstacle } from '../domain/engine.ts';
import { booleanProperty, isElement, type PlanElement, type PropertyValue } from './plan-tree.ts';
import { provenSamplers } from './proven/samplers.ts';
import { shownSamplers } from './proven/shown-samplers.ts';

/** A Debug PostProcessor shows all properties of its samplers, including those without another effect. */
export function judgeShownSamplers(root: PlanElement, obstacles: EngineObstacle[]): void {
  const config = findKind(root, otherConfigs);
  const visit = (element: PlanElement) => {
    if (!element.isEnabled) {
      return;
    }
    const shows = element.children.find(isShowing);
    if (shows) {
      const problem = config === undefined ? findProblem(element) : `samplers with ${config}`;
      if (problem !== undefined) {
        obstacles.push({
          element: shows.kind,
          place: shows.place,
          reason: `It shows the properties of ${problem}, which Spate's own engine does not run.`,
        });
      }
    }
    element.children.forEach(visit);
  };
  visit(root);
}

function findKind(element: PlanElement, kinds: ReadonlySet<string>): string | undefined {
  if (!element.isEnabled) {
    return undefined;
  }
  return kinds.has(element.kind)
    ? element.kind
    : element.children.map((child) => findKind(child, kinds)).find((kind) => kind !== undefined);
}

const isShowing = (element: PlanElement) =>
  element.isEnabled &&
  element.kind === 'DebugPostProcessor' &&
  booleanProperty(element, 'displaySamplerProperties');

/** The Flow Control Action has no result, so no post-processor runs. */
const withoutResult = 'TestAction';

/** The first thing in the samplers of an element that cannot be shown, as an object of a sentence. */
function findProblem(element: PlanElement): string | undefined {
  if (!element.isEnabled) {
    return undefined;
  }
  const { kind } = element;
  if (Object.hasOwn(provenSamplers, kind) && kind !== withoutResult) {
    const problem = problemOf(element);
    if (problem !== undefined) {
      return problem;
    }
  }
  for (const child of element.children) {
    const problem = findProblem(child);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function problemOf({ kind, guiClass, name, isFullyLabelled, properties }: PlanElement): string | undefined {
  const shown = Object.hasOwn(shownSamplers, kind) ? shownSamplers[kind] : undefined;
  if (!shown || !Object.hasOwn(shown.guiClasses, guiClass)) {
    return `the sampler ${kind} (${guiClass || 'without a GUI class'})`;
  }
  if (!isFullyLabelled || name === '') {
    return 'a sampler whose element lacks attributes';
  }
  const other = [...properties].find(([property, value]) => !isShown(property, value));
  return other && `a sampler with the property ${other[0]}`;
}

/** Configs that JMeter adds to the properties of a sampler, in ways that were not compared. */
const otherConfigs = new Set(['KeystoreConfig', 'com.blazemeter.jmeter.RandomCSVDataSetConfig']);

const elementsShown = new Set(['HTTPsampler.Arguments', 'HTTPsampler.Files']);

/** Properties that judgeElements ignores may have unproven functions, so they must not contain any. */
function isShown(property: string, value: PropertyValue): boolean {
  if (isElement(value)) {
    return elementsShown.has(property);
  }
  if (typeof value !== 'string') {
    return false;
  }
  return unread.test(property) ? !value.includes('${') : !notShown.test(property);
}

const unread = /^(?:TestPlan\.comments|HTTPSampler\.(?:FILE_NAME|FILE_FIELD|mimetype|monitor))$/;
const notShown = /^(?:TestElement|GraphQLHTTPSampler)\./;
