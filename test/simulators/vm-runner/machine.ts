import { setTimeout } from 'node:timers/promises';

/** The runner's delays in milliseconds; see `PUT /_sim/delays`. */
export const runnerDelays = {
  /** The pause between two polls of Nova. */
  poll: 100,
  /** The time from the server's status ACTIVE until cloud-init starts. */
  boot: 2000,
  /** The pause between two tries of a command in a script. `sleep` takes this time too, whatever its argument. */
  retry: 250,
  /** The pause between two tries of Rancher's installer. The real installer waits 5 s. */
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
  /** The first fixed IP of the server. Empty if the server has no port. */
  address: string;
  files: Map<string, string>;
  /** PEM certificates that are trusted besides the usual root certificates. */
  trusted: string[];
  delays: RunnerDelays;
  /** The signal that is aborted when the server is deleted or shut down. Everything on the machine then stops. */
  signal: AbortSignal;
  attachedVolumes(): Promise<AttachedVolume[]>;
  /** Packages that were installed in addition to the packages of the image. */
  packages: Set<string>;
  /** Units that start at every later start of the machine. */
  enabledUnits: Set<string>;
  /** Whether the machine restarts after cloud-init. */
  reboots: boolean;
  /** Stores the last error. The text contains no secrets. */
  note(reason: string): void;
  hasNote(): boolean;
  /** Called when a service starts to listen on these sockets, for example `10.0.0.10:80`. */
  listens(sockets: string[]): void;
  /**
   * The address of the machine's plan, set when Rancher has registered the machine. The system agent reads the plan
   * there. The address survives a restart, as on a real disk.
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
