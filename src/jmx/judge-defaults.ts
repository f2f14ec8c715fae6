import type { EngineObstacle } from '../domain/engine.ts';
import { judgeJavaClient } from './judge-java-client.ts';
import type { PlanElement } from './plan-tree.ts';

/**
 * Checks HTTP samplers with the HTTP Request Defaults in scope. After the first sample, JMeter removes a sampler's
 * setting that equals one of the defaults. A nearer default with another value then applies, which the engine does not
 * reproduce.
 */
export function judgeDefaults(root: PlanElement, obstacles: EngineObstacle[]): void {
  const beside = root.children.filter(isDefaults);
  /** `outer`: defaults in scope of the element, nearest first. */
  const visit = (element: PlanElement, outer: readonly PlanElement[]) => {
    if (!element.isEnabled) {
      return;
    }
    const isGroup = /ThreadGroup$/.test(element.kind);
    const own = element.children.filter(isDefaults);
    const inner = [...own, ...(isGroup ? beside : []), ...outer];
    if (element.kind === 'HTTPSamplerProxy') {
      judgeSampler(element, inner, obstacles);
    }
    for (const child of element.children) {
      visit(child, inner);
    }
  };
  for (const child of root.children) {
    visit(child, []);
  }
}

const isDefaults = ({ kind, guiClass, isEnabled }: PlanElement) =>
  isEnabled && kind === 'ConfigTestElement' && guiClass === 'HttpDefaultsGui';

function judgeSampler(
  sampler: PlanElement,
  defaults: readonly PlanElement[],
  obstacles: EngineObstacle[],
): void {
  const ofJava = judgeJavaClient(sampler, defaults);
  if (ofJava !== undefined) {
    obstacles.push({
      element: sampler.kind,
      place: sampler.place,
      reason: `With the implementation Java it ${ofJava}, which Spate's own engine does not run.`,
    });
  }
  for (const [name, own] of sampler.properties) {
    const others = defaults
      .map(({ properties }) => properties.get(name))
      .filter((value) => typeof value === 'string' && value !== '');
    if (name.startsWith('HTTPSampler.') && own !== '' && others[0] !== own && others.includes(own)) {
      obstacles.push({
        element: sampler.kind,
        place: sampler.place,
        reason: `Its property ${name} is the same as in one of the HTTP Request Defaults around it and another than in a nearer one, which Spate's own engine does not run.`,
      });
    }
  }
}
