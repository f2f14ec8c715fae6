import type { EngineObstacle } from '../domain/engine.ts';
import { enabledIn, type PlanElement, textProperty } from './plan-tree.ts';

/** Reports Flexible File Writers with the file of another one, which would overwrite each other. */
export function judgeFileWriters(root: PlanElement, obstacles: EngineObstacle[]): void {
  const names = new Set<string>();
  for (const element of enabledIn([root])) {
    if (element.kind !== 'kg.apc.jmeter.reporters.FlexibleFileWriter') {
      continue;
    }
    const { kind, place } = element;
    const name = textProperty(element, 'filename');
    if (names.has(name)) {
      obstacles.push({ element: kind, place, reason: 'Another Flexible File Writer has the same file.' });
    }
    names.add(name);
  }
}
