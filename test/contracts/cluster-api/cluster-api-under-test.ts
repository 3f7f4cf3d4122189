import { z } from 'zod';

export type PoolWish = {
  replicas: number;
  rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string };
  paused?: boolean;
  /** A change of the template replaces all machines of the pool. */
  template?: 'first' | 'second';
  /** Labels of the machines and of their nodes. */
  labels?: Record<string, string>;
  drainTimeoutSeconds?: number;
  health?: {
    /** How long a node may be unready before it counts as unhealthy. */
    unhealthySeconds: number;
    nodeStartupSeconds?: number;
    maxUnhealthy?: string;
    unhealthyRange?: string;
  };
};

const texts = z.record(z.string(), z.string()).default({});
const metadata = z.object({
  ...{ name: z.string(), uid: z.string(), creationTimestamp: z.string() },
  deletionTimestamp: z.string().optional(),
  ...{ labels: texts, annotations: texts },
  ownerReferences: z.array(z.looseObject({ kind: z.string(), name: z.string(), uid: z.string() })).default([]),
  finalizers: z.array(z.string()).default([]),
});
const condition = z.object({
  ...{ type: z.string(), status: z.string(), reason: z.string().default('') },
  message: z.string().default(''),
});
export const capiObject = z.object({
  metadata,
  spec: z.record(z.string(), z.unknown()).default({}),
  status: z
    .looseObject({ phase: z.string().optional(), conditions: z.array(condition).default([]) })
    .default({ conditions: [] }),
});
export type CapiObject = z.infer<typeof capiObject>;

export const KINDS = {
  cluster: 'clusters',
  machine: 'machines',
  machineset: 'machinesets',
  machinedeployment: 'machinedeployments',
  machinehealthcheck: 'machinehealthchecks',
} as const;
export type Kind = keyof typeof KINDS;
export type Answer = { status: number; message: string };

/**
 * Cluster API in a test, with one cluster that can have pools. Either the real managers of Cluster API or the Rancher
 * simulator run it.
 */
export type ClusterApi = {
  cluster: string;
  list(kind: Kind): Promise<CapiObject[]>;
  patch(kind: Kind, name: string, body: object): Promise<Answer>;
  remove(kind: Kind, name: string): Promise<Answer>;
  /** Creates or changes a pool. If the wish is undefined, deletes the pool. */
  write(pool: string, wish: PoolWish | undefined): Promise<void>;
  deleteNode(machine: string): Promise<void>;
  /** Stops the heartbeat of the machine's kubelet. */
  loseNode(machine: string): Promise<void>;
  /** With `true`, new machines get a server but no node. */
  keepFromJoining(kept: boolean): Promise<void>;
  stop(): Promise<void>;
};
