import type { StepResult } from './step-result.ts';

/** Trace of a script trial, one JSON line each. */
export type TrialEvent =
  | { kind: 'iteration'; iteration: number }
  | { kind: 'iterationEnd'; iteration: number; isPassed: boolean }
  | { kind: 'step'; label: string }
  | { kind: 'action'; name: string; text: string }
  | { kind: 'stepEnd'; step: StepResult }
  | { kind: 'skipped'; label: string; why: string }
  | { kind: 'log'; from: string; level: string; text: string };
