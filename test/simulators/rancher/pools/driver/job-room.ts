import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import { machineKey } from '#test/simulators/rancher/_core/rancher-store';
import type { MachineOfPool, RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { type DriverFlags, driverFlags } from './driver-flags.ts';
import { infraMachineOf } from './infra-machine.ts';
import { credentialData } from './machine-secrets.ts';
import type { SavedServer } from './openstack-driver.ts';

export type OfPool = RancherMachine & { pool: MachineOfPool };
export const isOfPool = (machine: RancherMachine): machine is OfPool => machine.pool !== undefined;

/** State and functions that the jobs of all machines share. */
export interface JobRoom {
  /** The state of each server as rancher-machine has saved it. The keys of the map are the keys of the machines. */
  saved: Map<string, SavedServer>;
  /** Does work that takes real time, not the simulator's time. Until the work ends, `running` counts it. */
  outside<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  wait(ms: number): Promise<void>;
  flagsOf(machine: RancherMachine): DriverFlags;
  isThere(machine: RancherMachine): boolean;
  show(machine: OfPool, infrastructure: MachineOfPool['infrastructure'], message: string): void;
  running(): number;
  stop(): void;
}

export function jobRoom(context: RancherContext, changed: (machine: RancherMachine) => void): JobRoom {
  const { store, clock } = context;
  const saved = new Map<string, SavedServer>();
  let stopped = new AbortController();
  let running = new Set<object>();
  return {
    saved,
    async outside(work) {
      const [token, among, { signal }] = [{}, running, stopped];
      among.add(token);
      try {
        return await work(signal);
      } finally {
        among.delete(token);
      }
    },
    wait: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
    flagsOf(machine) {
      const spec = infraMachineOf(context, machine)?.spec ?? {};
      return driverFlags(spec, credentialData(context, machine.namespace, spec));
    },
    isThere: (machine) => store.machines.get(machineKey(machine)) === machine,
    show(machine, infrastructure, message) {
      Object.assign(machine.pool, { infrastructure, message });
      machine.resourceVersion += 1;
      changed(machine);
    },
    running: () => running.size,
    stop() {
      stopped.abort();
      [stopped, running] = [new AbortController(), new Set()];
      saved.clear();
    },
  };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
