import type { ElementCompiler } from '../core.ts';
import { criticalSectionController } from './critical-section-controller.ts';
import { foreachController } from './foreach-controller.ts';
import { genericController } from './generic-controller.ts';
import { ifController } from './if-controller.ts';
import { interleaveController, randomController } from './interleave-controller.ts';
import { loopController } from './loop-controller.ts';
import { onceOnlyController } from './once-only-controller.ts';
import { parallelSampler } from './parallel-sampler.ts';
import { randomOrderController } from './random-order-controller.ts';
import { runtimeController } from './runtime-controller.ts';
import { switchController } from './switch-controller.ts';
import { throughputController } from './throughput-controller.ts';
import { transactionController } from './transaction-controller.ts';
import { whileController } from './while-controller.ts';

export const controllers: Record<string, ElementCompiler> = {
  CriticalSectionController: criticalSectionController,
  ForeachController: foreachController,
  GenericController: genericController,
  IfController: ifController,
  // Include and Module controllers: their targets have been merged into the plan.
  IncludeController: genericController,
  InterleaveControl: interleaveController,
  LoopController: loopController,
  ModuleController: genericController,
  OnceOnlyController: onceOnlyController,
  // JMeter's HTTP recorder; a plain container in a run.
  ProxyControl: genericController,
  RandomController: randomController,
  RandomOrderController: randomOrderController,
  // Target of JMeter's HTTP recorder; a plain container in a run.
  RecordingController: genericController,
  RunTime: runtimeController,
  SwitchController: switchController,
  TestFragmentController: genericController,
  ThroughputController: throughputController,
  TransactionController: transactionController,
  WhileController: whileController,
  'com.blazemeter.jmeter.controller.ParallelSampler': parallelSampler,
};
