import type { EngineObstacle } from '../domain/engine.ts';
import { booleanProperty, enabledIn, type PlanElement } from './plan-tree.ts';
import { provenFrameFilters } from './proven/websocket-samplers.ts';

/** Elements without effect if their sampler does not run. Others are notified of the run or of each iteration. */
const isIdle = ({ kind }: PlanElement) =>
  /^(?:Response|XPath|XML|Size|Duration|JSONPath)Assertion$|^(?:Regex|XPath|Boundary|Html)Extractor$|^(?:Constant|UniformRandom|GaussianRandom|PoissonRandom)Timer$|^JSONPostProcessor$|^DebugPostProcessor$|^HeaderManager$/.test(
    kind,
  );

/** Reports elements in samplers that JMeter no longer runs, and those that show what JMeter merges into samplers. */
export function judgeSkippedSamplers(root: PlanElement, obstacles: EngineObstacle[]): void {
  const all = enabledIn([root]);
  const skipped = all.filter(({ kind }) => kind === 'SoapSampler');
  const inside = new Set(skipped.flatMap(({ children }) => enabledIn(children)));
  const add = (elements: Iterable<PlanElement>, reason: string) => {
    for (const { kind, place } of elements) {
      obstacles.push({ element: kind, place, reason });
    }
  };
  add(
    [...inside].filter((each) => !isIdle(each)),
    'It is in a sampler that JMeter no longer has.',
  );
  const merged = all.find(({ kind }) => kind === 'SoapSampler' || Object.hasOwn(provenFrameFilters, kind));
  if (merged) {
    add(
      all.filter((each) => showsSamplers(each) && !inside.has(each)),
      `It may show the properties of ${merged.kind}, which Spate's own engine does not run.`,
    );
  }
}

const showsSamplers = (element: PlanElement) =>
  /^Debug/.test(element.kind) && booleanProperty(element, 'displaySamplerProperties');
