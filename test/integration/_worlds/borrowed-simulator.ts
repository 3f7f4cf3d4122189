import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

/**
 * Simulators that no test file of this worker uses at present, by name and arguments. The simulators end with the
 * worker.
 */
const idle = new Map<string, Simulator[]>();

async function giveBack(kind: string, simulator: Simulator): Promise<void> {
  await simulator.reset();
  idle.set(kind, [...(idle.get(kind) ?? []), simulator]);
}

/**
 * A simulator in its initial state. `stop` returns it for another file of the same worker. Starting a program takes
 * half a second of processor time, and its first answers are slow. A test that needs the simulator's process to end
 * uses `startSimulator`.
 */
export async function borrowSimulator(name: string, ...flags: string[]): Promise<Simulator> {
  const kind = [name, ...flags].join(' ');
  const simulator = idle.get(kind)?.pop() ?? (await startSimulator(name, ...flags));
  return { ...simulator, stop: () => giveBack(kind, simulator) };
}
