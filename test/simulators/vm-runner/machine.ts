import { setTimeout } from 'node:timers/promises';

/** Milliseconds; see `PUT /_sim/delays`. */
export const runnerDelays = {
  /** Between two polls of Nova. */
  poll: 100,
  /** From ACTIVE until cloud-init starts. */
  boot: 2000,
  /** Between two tries of a command in a script. `sleep` takes this time too, whatever its argument. */
  retry: 250,
  /** Between two tries of Rancher's installer. The real one waits 5 s. */
  installRetry: 1000,
};
export type RunnerDelays = typeof runnerDelays;

/** An attached volume. `device` is Nova's name of the device, for example `/dev/vdb`. */
export interface AttachedVolume {
  id: string;
  device: string;
}

/**
 * Rancher's answer to a machine that registers: the fields of its kubeconfig, and the secret that holds the machine's
 * plan.
 */
export interface PlanAddress {
  server: string;
  token: string;
  namespace: string;
  secretName: string;
}

/** The simulated machine of a server: its names, the files on its disk, and its state. */
export interface Machine {
  serverId: string;
  hostname: string;
  /** First fixed IP; empty without a port. */
  address: string;
  files: Map<string, string>;
  /** PEM certificates that are trusted besides the usual ones. */
  trusted: string[];
  delays: RunnerDelays;
  /** Aborted when the server is deleted or shut down. Everything on the machine then stops. */
  signal: AbortSignal;
  attachedVolumes(): Promise<AttachedVolume[]>;
  /** Packages that were installed in addition to those of the image. */
  packages: Set<string>;
  /** Units that start at every later start of the machine. */
  enabledUnits: Set<string>;
  /** Whether the machine restarts after cloud-init. */
  reboots: boolean;
  /** Stores the last error. The text contains no secrets. */
  note(reason: string): void;
  /** Whether an error has been stored. */
  hasNote(): boolean;
  /** Called when a service was started that listens on these sockets: `10.0.0.10:80`. */
  listens(sockets: string[]): void;
  /**
   * Where the system agent finds the machine's plan, after Rancher has registered the machine. The value survives a
   * restart, as on a real disk.
   */
  plan?: PlanAddress | undefined;
  /** Called when Rancher has registered the machine with these roles. */
  joined(roles: string[]): void;
}

/** Thrown when a boot cannot go on. The message says why, and the machine stays as it is. */
export class BootStopped extends Error {
  override name = 'BootStopped';
}

/** @throws AbortError when the machine stops during the pause */
export async function pause({ signal }: Machine, ms: number): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false });
}
