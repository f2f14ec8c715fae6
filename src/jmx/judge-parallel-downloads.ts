import type { EngineObstacle } from '../domain/engine.ts';
import { booleanProperty, type PlanElement, type PropertyValue, textsIn } from './plan-tree.ts';

/** Expressions that depend on the evaluating thread. `__threadGroupName` and the objects of scripts do not. */
const asksThread = /\$\{\s*(__threadNum)\b|\$\{\s*__\w+\([^}]*\b(threadName|Thread)\b/;

/** Elements whose texts JMeter evaluates for each embedded resource. */
const managers = new Set(['AuthManager', 'CookieManager', 'HeaderManager']);

/** Reports expressions that depend on the thread of a parallel download, which JMeter numbers at its creation. */
export function judgeParallelDownloads(root: PlanElement, obstacles: EngineObstacle[]): void {
  const found = new Map<PlanElement, string>();
  visit(root, [], (sampler, inScope) => {
    if (!isDownloading([sampler, ...inScope])) {
      return;
    }
    note(sampler, [sampler.name, ...textsOf(sampler.properties.get('HTTPsampler.Arguments'))], found);
    for (const manager of inScope.filter(({ kind }) => managers.has(kind))) {
      note(manager, [...manager.properties.values()].flatMap(textsOf), found);
    }
  });
  for (const [{ place }, name] of found) {
    obstacles.push({
      element: name,
      place,
      reason: `${name} is evaluated here in threads of parallel downloads, which Spate's own engine does not have.`,
    });
  }
}

/** Calls `look` with each enabled HTTP sampler and the enabled elements whose scope it is in. */
function visit(
  element: PlanElement,
  outer: readonly PlanElement[],
  look: (sampler: PlanElement, inScope: readonly PlanElement[]) => void,
): void {
  const inScope = [...outer, ...element.children.filter(({ isEnabled }) => isEnabled)];
  if (element.kind === 'HTTPSamplerProxy') {
    look(element, inScope);
  }
  for (const child of element.children.filter(({ isEnabled }) => isEnabled)) {
    visit(child, inScope, look);
  }
}

/** Whether the sampler or its defaults enable parallel downloads. */
function isDownloading(elements: readonly PlanElement[]): boolean {
  const [sampler, ...others] = elements;
  const settings = [sampler, ...others.filter(({ kind }) => kind === 'ConfigTestElement')];
  return ['HTTPSampler.image_parser', 'HTTPSampler.concurrentDwn'].every((name) =>
    settings.some((each) => each !== undefined && booleanProperty(each, name)),
  );
}

const textsOf = (value: PropertyValue | undefined) => (value === undefined ? [] : [...textsIn(value)]);

function note(element: PlanElement, texts: readonly string[], found: Map<PlanElement, string>): void {
  for (const text of texts) {
    const [, number, thread] = asksThread.exec(text) ?? [];
    const name = number ?? thread;
    if (name !== undefined) {
      found.set(element, name);
    }
  }
}
