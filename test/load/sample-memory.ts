import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const INTERVAL_MS = 500;

type Process = { pid: number; parent: number; bytes: number; command: string };

export type MemoryPeak = {
  /** Memory of all processes together. On Linux, memory that processes share, such as Node's code, counts once. */
  bytes: number;
  processes: number;
  /** Memory by kind of process: functions, simulators, emulator and others. */
  megabytes: Record<string, number>;
  functions: Record<string, number>;
};

/** Samples the memory of this process and its descendants. `stop` returns the peak. */
export function sampleMemory(): { stop(): MemoryPeak } {
  let peak: MemoryPeak = { bytes: 0, processes: 0, megabytes: {}, functions: {} };
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    const now = sumOf(await Promise.all(familyOf(process.pid, await allProcesses()).map(withItsShare)));
    peak = now.bytes > peak.bytes ? now : peak;
    looking = false;
  };
  const timer = setInterval(() => void look(), INTERVAL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

async function allProcesses(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,rss=,args='], { maxBuffer: 16 * 1024 ** 2 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: +pid, parent: Number(parent), bytes: Number(kilobytes) * 1024, command }];
  });
}

/**
 * The proportional set size (Pss): shared pages are divided among the processes that use them. See proc(5),
 * `smaps_rollup`.
 */
async function withItsShare(one: Process): Promise<Process> {
  const text = await readFile(`/proc/${one.pid}/smaps_rollup`, 'utf8').catch(() => ''); // the process has ended, or the system is not Linux
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(text)?.[1];
  return kilobytes === undefined ? one : { ...one, bytes: Number(kilobytes) * 1024 };
}

function familyOf(root: number, all: readonly Process[]): Process[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const below = (pid: number): Process[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** MiniStack runs each process of a function from a folder `ministack-lambda-…-<function>-…`. */
const functionOf = ({ command }: Process): string | undefined =>
  /ministack-lambda-[a-z0-9]+-([\w-]+)-\w+\//.exec(command)?.[1];

function kindOf(one: Process): string {
  if (functionOf(one) !== undefined) return 'functions';
  if (one.command.includes('test/simulators/main.ts')) return 'simulators';
  return one.command.includes('ministack_shim') ? 'emulator' : 'others';
}

const bytesOf = (processes: readonly Process[]): number => processes.reduce((sum, { bytes }) => sum + bytes, 0);

function sumOf(processes: readonly Process[]): MemoryPeak {
  const names = processes.flatMap((one) => functionOf(one) ?? []).toSorted();
  const kinds = [...Map.groupBy(processes, kindOf)];
  const functions = [...Map.groupBy(names, (name) => name)].map(([name, of]) => [name, of.length]);
  return {
    bytes: bytesOf(processes),
    processes: processes.length,
    megabytes: Object.fromEntries(kinds.map(([kind, of]) => [kind, Math.round(bytesOf(of) / 1024 ** 2)])),
    functions: Object.fromEntries(functions),
  };
}
