import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Result, result } from './figure.ts';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
export const RESULTS = file('results.json');
/** The data of the measuring machine are in a separate file, because the results file holds only figures. */
const MACHINE = file('machine.json');

const GIB = 1024 ** 3;

/**
 * Keeps earlier results, except those that this run has measured again. The results are sorted by `order`, the list of
 * the parts' commands. Earlier results of commands that are not in this list are removed.
 */
export function mergedResults(earlier: readonly Result[], now: readonly Result[], order: readonly string[]): Result[] {
  const measured = new Set(now.map(({ command }) => command));
  const kept = earlier.filter(({ command }) => order.includes(command) && !measured.has(command));
  return [...kept, ...now].sort((a, b) => order.indexOf(a.command) - order.indexOf(b.command));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export const readResults = (): Result[] => z.array(result).parse(readJson(RESULTS) ?? []);

export function writeResults(results: readonly Result[]): void {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

const machineEntry = z.looseObject({
  /** The digest of the code that this part of the benchmark measures (`digestOf`). Older entries lack this field. */
  code: z.string().optional(),
});
type Machine = z.infer<typeof machineEntry>;
const machines = z.record(z.string(), machineEntry);
export const readMachines = () => machines.parse(readJson(MACHINE) ?? {});

type Source = { commit: string; code: string };

/** The machine on which a part was measured, and how busy it was. Figures of a busy machine are misleading. */
export function machineOf({ commit, code }: Source, now: Date): Machine {
  return {
    ...{ commit, code },
    measured: now.toISOString(),
    node: process.version,
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    memoryGib: Math.round(totalmem() / GIB),
    loadBefore: loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
  };
}

export function writeMachine(command: string, machine: Machine): void {
  const all = { ...readMachines(), [command]: machine };
  writeFileSync(MACHINE, `${JSON.stringify(all, null, 2)}\n`);
}
