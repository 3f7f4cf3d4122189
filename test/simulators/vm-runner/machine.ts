import { setTimeout } from 'node:timers/promises';

/** Milliseconds; see `PUT /_sim/delays`. */
export const runnerDelays = {
  /** Between two looks at Nova. */
  poll: 100,
  /** From ACTIVE until cloud-init starts. */
  boot: 2000,
  /** Between two tries of anything a script retries, and what `sleep` lasts whatever it asks for. */
  retry: 250,
  /** Between two tries of Rancher's installer, which really waits 5 s. */
  installRetry: 1000,
};
export type RunnerDelays = typeof runnerDelays;

/** A volume as the machine sees it: `device` as Nova names it, `/dev/vdb`. */
export interface AttachedVolume {
  id: string;
  device: string;
}

/** What Rancher answers a machine that registers: its kubeconfig, and the secret that holds its plan. */
export interface PlanAddress {
  server: string;
  token: string;
  namespace: string;
  secretName: string;
}

/** The computer that a server's user data runs on: its names, its disk's files, and what it has come to. */
export interface Machine {
  serverId: string;
  hostname: string;
  /** First fixed IP; empty without a port. */
  address: string;
  files: Map<string, string>;
  /** PEM certificates that are trusted besides the usual ones. */
  trusted: string[];
  delays: RunnerDelays;
  /** Aborted when the server is gone or shut down: everything it does stops. */
  signal: AbortSignal;
  attachedVolumes(): Promise<AttachedVolume[]>;
  /** Installed besides what the image has. */
  packages: Set<string>;
  /** Units that are started with the machine, from its next start on. */
  enabledUnits: Set<string>;
  /** Starts again once cloud-init is through. */
  reboots: boolean;
  /** Notes what went wrong last, in words without secrets. */
  note(reason: string): void;
  /** Whether it is known already why something went wrong. */
  hasNote(): boolean;
  /** A service was started, which listens on these sockets: `10.0.0.10:80`. */
  listens(sockets: string[]): void;
  /** Where its agent finds its plan, once Rancher has registered it; on its disk, so that it stays. */
  plan?: PlanAddress | undefined;
  /** Rancher registered it with these roles. */
  joined(roles: string[]): void;
}

/** Why a boot cannot go on: the machine stays as it is. */
export class BootStopped extends Error {
  override name = 'BootStopped';
}

/** @throws AbortError when the machine is gone meanwhile */
export async function pause({ signal }: Machine, ms: number): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false });
}
