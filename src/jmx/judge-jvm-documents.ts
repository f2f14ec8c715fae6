import type { EngineObstacle } from '../domain/engine.ts';
import { jvmDocumentReason } from './jvm-documents.ts';
import { isSampler } from './jvm-scripts.ts';
import { enabledIn, type PlanElement } from './plan-tree.ts';

/** Reports elements whose documents JMeter's own classes read in a JVM, and elements that conflict with them. */
export function judgeJvmDocuments(roots: readonly PlanElement[], obstacles: EngineObstacle[]): void {
  const all = enabledIn(roots);
  const read = all.filter((each) => jvmDocumentReason(each) !== undefined);
  const add = (elements: readonly PlanElement[], reason: string) =>
    obstacles.push(...elements.map(({ kind, place }) => ({ element: kind, place, reason })));
  if (read.length === 0) {
    return;
  }
  for (const element of read) {
    const { kind, place } = element;
    const reason = `${jvmDocumentReason(element)}: it runs in a JVM beside Spate's own engine.`;
    obstacles.push({ element: kind, place, reason, needs: 'java' });
  }
  const assertions = read.filter(({ kind }) => kind.endsWith('Assertion'));
  add(
    all.filter(({ kind }) => kind === 'com.blazemeter.jmeter.controller.ParallelSampler'),
    'Its branches may read documents in a JVM.',
  );
  const ofSamplers = new Set(all.filter(isSampler).flatMap(({ children }) => children));
  if (assertions.some((each) => !ofSamplers.has(each))) {
    add(
      all.filter(({ kind }) => kind === 'TransactionController'),
      'Assertions that read documents in a JVM may check its samples.',
    );
  }
}
