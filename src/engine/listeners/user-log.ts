import { type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import type { CompileContext, CompiledElement, User } from '../core.ts';
import { Result } from '../state/result.ts';
import { resultCollector } from './result-collector.ts';

/** The file in which bzm's Concurrency Thread Group records when users start and end; undefined without a name. */
export function userLog(
  group: PlanElement,
  context: CompileContext,
): Required<Pick<CompiledElement, 'planListener' | 'userListener'>> | undefined {
  const filename = textProperty(group, 'LogFilename');
  const collector: PlanElement = { ...group, properties: new Map([['filename', filename]]) };
  const { planListener, listener } = resultCollector(collector, context);
  if (!planListener || !listener) {
    return undefined;
  }
  const record = (user: User, marker: string) => {
    const result = new Result();
    result.message = marker;
    result.threadName = user.name;
    result.startMs = user.runner.nowMs();
    result.endMs = result.startMs;
    listener.sampleOccurred(result, user, false);
  };
  return {
    planListener,
    userListener: {
      userStarted: (user) => record(user, 'START'),
      userFinished: (user) => record(user, 'FINISH'),
    },
  };
}
