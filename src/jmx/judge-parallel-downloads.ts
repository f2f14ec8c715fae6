import type { EngineObstacle } from '../domain/engine.ts';
import { booleanProperty, type PlanElement, type PropertyValue, textsIn } from './plan-tree.ts';

/** Expressions that depend on the evaluating thread. `__threadGroupName` and the objects of scripts do not. */
const asksThread = /\$\{\s*(__threadNum)\b|\$\{\s*__\w+\([^}]*\b(threadName|Thread)\b/;

/** Elements whose texts JMeter evaluates for each embedded resource. */
const managers = new Set(['AuthManager', 'CookieManager', 'HeaderManager']);

/** The enabled elements of one level of the plan, and those around it. */
interface Scope {
  outer: Scope | undefined;
  /** Settings of embedded resources that request defaults enable here or around. */
  enabled: ReadonlySet<string>;
  managers: readonly PlanElement[];
  /** Each level is noted once, so that large plans are judged in linear time. */
  isNoted: boolean;
}

const downloadSettings = ['HTTPSampler.image_parser', 'HTTPSampler.concurrentDwn'];

/** Reports expressions that depend on the thread of a parallel download, which JMeter numbers at its creation. */
export function judgeParallelDownloads(root: PlanElement, obstacles: EngineObstacle[]): void {
  const found = new Map<PlanElement, string>();
  visit(root, undefined, (sampler, scope) => {
    const isDownloading = downloadSettings.every(
      (name) => scope.enabled.has(name) || booleanProperty(sampler, name),
    );
    if (!isDownloading) return;
    note(sampler, [sampler.name, ...textsOf(sampler.properties.get('HTTPsampler.Arguments'))], found);
    noteManagers(scope, found);
  });
  for (const [{ place }, name] of found) {
    obstacles.push({
      element: name,
      place,
      reason: `${name} is evaluated here in threads of parallel downloads, which Spate's own engine does not have.`,
    });
  }
}

/** Calls `look` with each enabled HTTP sampler and the scope of its children. */
function visit(
  element: PlanElement,
  outer: Scope | undefined,
  look: (sampler: PlanElement, scope: Scope) => void,
): void {
  const children = element.children.filter(({ isEnabled }) => isEnabled);
  const defaults = children.filter(({ kind }) => kind === 'ConfigTestElement');
  const enabledHere = downloadSettings.filter((name) => defaults.some((each) => booleanProperty(each, name)));
  const scope: Scope = {
    outer,
    enabled: new Set([...(outer?.enabled ?? []), ...enabledHere]),
    managers: children.filter(({ kind }) => managers.has(kind)),
    isNoted: false,
  };
  if (element.kind === 'HTTPSamplerProxy') look(element, scope);
  for (const child of children) visit(child, scope, look);
}

function noteManagers(scope: Scope, found: Map<PlanElement, string>): void {
  if (scope.isNoted) return;
  scope.isNoted = true;
  if (scope.outer) noteManagers(scope.outer, found);
  for (const manager of scope.managers) {
    note(manager, [...manager.properties.values()].flatMap(textsOf), found);
  }
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
