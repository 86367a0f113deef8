import { readFileSync } from 'node:fs';

/** Processor time of the whole machine since it started, in ticks. */
export interface ProcessorTime {
  /** In which there was work, what the host took included. */
  readonly wanted: number;
  /** In which there was work, and the host let somebody else's run (“steal”). */
  readonly stolen: number;
}

/** What Linux counts; zeros elsewhere. Source: proc_stat(5) */
export function processorTime(): ProcessorTime {
  if (process.platform !== 'linux') return { wanted: 0, stolen: 0 };
  const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = ticks.map(Number);
  return { wanted: user + nice + system + irq + softirq + stolen, stolen };
}

/** Percent of the time wanted that the host has taken since then. */
export function stolenPercent(since: ProcessorTime): number {
  const { wanted, stolen } = processorTime();
  return Math.round((100 * (stolen - since.stolen)) / Math.max(1, wanted - since.wanted));
}
