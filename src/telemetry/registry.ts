import { Gauge, Registry } from 'prom-client';
import { observeDisk } from './disk.ts';
import { observeEventLoop } from './event-loop-delay.ts';
import { observeProcess } from './process.ts';

export interface ProgramMetrics {
  registry: Registry;
  close(): void;
}

/** A registry with the metrics that every long-running program has. `folder` is the folder of its data. */
export function createRegistry(about: { program: string; version: string; folder: string }): ProgramMetrics {
  const { program, version, folder } = about;
  const registry = new Registry();
  new Gauge({
    name: 'spate_build_info',
    help: 'Always 1; the labels name the program and its version.',
    labelNames: ['program', 'version', 'node_version'],
    registers: [registry],
  }).set({ program, version, node_version: process.versions.node }, 1);
  observeProcess(registry);
  observeDisk(registry, folder);
  return { registry, close: observeEventLoop(registry) };
}
