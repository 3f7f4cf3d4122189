import { z } from 'zod';

/** What a pool asks Cluster API for. */
export type PoolWish = {
  replicas: number;
  rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string };
  paused?: boolean;
  /** Machines of another template are other machines. */
  template?: 'first' | 'second';
  /** Of the machines, and of their nodes. */
  labels?: Record<string, string>;
  drainTimeoutSeconds?: number;
  health?: {
    /** How long a node may be not ready. */
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

/** Cluster API with one cluster in which pools can be made: the managers themselves, or the Rancher that plays them. */
export type ClusterApi = {
  /** The name of the cluster. */
  cluster: string;
  list(kind: Kind): Promise<CapiObject[]>;
  /** A merge patch of an object. */
  patch(kind: Kind, name: string, body: object): Promise<Answer>;
  remove(kind: Kind, name: string): Promise<Answer>;
  /** Asks for a pool, for something else of it, or for no such pool any more. */
  write(pool: string, wish: PoolWish | undefined): Promise<void>;
  deleteNode(machine: string): Promise<void>;
  /** The cluster no longer hears of the machine's kubelet. */
  loseNode(machine: string): Promise<void>;
  /** Whether machines that are made from now on get a server, but no node. */
  keepFromJoining(kept: boolean): Promise<void>;
  stop(): Promise<void>;
};
