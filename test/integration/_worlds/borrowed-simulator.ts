import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

/** Those that no file of this worker uses at the moment, by name and arguments. They end with the worker. */
const idle = new Map<string, Simulator[]>();

async function giveBack(kind: string, simulator: Simulator): Promise<void> {
  await simulator.reset();
  idle.set(kind, [...(idle.get(kind) ?? []), simulator]);
}

/**
 * A simulator as it is when it has started, until `stop` gives it back for another file of the same worker. The start of a program takes
 * half a second of processor time, and its first answers are slow. Who wants to see a simulator go takes `startSimulator`.
 */
export async function borrowSimulator(name: string, ...flags: string[]): Promise<Simulator> {
  const kind = [name, ...flags].join(' ');
  const simulator = idle.get(kind)?.pop() ?? (await startSimulator(name, ...flags));
  return { ...simulator, stop: () => giveBack(kind, simulator) };
}
