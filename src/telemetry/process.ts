import { Counter, Gauge, type Registry } from 'prom-client';

/** Processor time, memory and start of this process, under the names that all Prometheus clients use. */
export function observeProcess(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, user and system, in seconds.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process, in bytes.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start of the process, in seconds since 1970.',
    registers,
  }).set(performance.timeOrigin / 1000);
}
