import { randomUUID } from 'node:crypto';
import type { RollingUpdate } from '#test/simulators/cluster-api/rollout-plan';
import type { PoolKind } from './pool-kinds.ts';

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: true;
  blockOwnerDeletion?: true;
}

/** The metadata of an object that Rancher or Cluster API creates for a cluster with pools. */
export interface ObjectHead {
  name: string;
  generateName?: string;
  namespace: string;
  uid: string;
  createdAt: string;
  deletedAt?: string;
  generation: number;
  resourceVersion: number;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  ownerReferences: OwnerReference[];
  finalizers: string[];
}

/** A template, an infrastructure machine or a health check. `spec` and `status` are shown unchanged. */
export interface PoolObject extends ObjectHead {
  kind: PoolKind;
  /** The provisioning cluster, `<namespace>/<name>`. */
  cluster: string;
  spec: Record<string, unknown>;
  status?: Record<string, unknown>;
  /** The file of an etcd snapshot. Absent on objects of other kinds. */
  snapshotFile?: Record<string, unknown>;
}

/**
 * The user's configuration of a pool's machines. Its fields are at the top level beside the metadata, not in a spec.
 */
export interface MachineConfig extends ObjectHead {
  fields: Record<string, unknown>;
}

export interface Reference {
  apiGroup: string;
  kind: string;
  name: string;
}

/** The template of the machines that a deployment or a set creates. */
export interface MachineShape {
  metadata: { labels: Record<string, string>; annotations: Record<string, string> };
  spec: {
    clusterName: string;
    bootstrap: { configRef: Reference };
    infrastructureRef: Reference;
    deletion: { nodeDrainTimeoutSeconds?: number };
  };
}

export interface DeploymentSpec {
  clusterName: string;
  replicas: number;
  rollout: { strategy: { type: 'RollingUpdate'; rollingUpdate: RollingUpdate } };
  deletion: { order: 'Oldest' };
  selector: { matchLabels: Record<string, string> };
  template: MachineShape;
  paused: boolean;
}

export interface MachineDeployment extends ObjectHead {
  cluster: string;
  /** The labels and annotations that Rancher has last written. Labels and annotations of other writers are kept. */
  applied: Pick<ObjectHead, 'labels' | 'annotations'>;
  spec: DeploymentSpec;
}

export interface MachineSet extends ObjectHead {
  cluster: string;
  deployment: string;
  spec: {
    clusterName: string;
    replicas: number;
    deletion: { order: 'Oldest' };
    selector: { matchLabels: Record<string, string> };
    template: MachineShape;
  };
}

export const idOf = ({ namespace, name }: Pick<ObjectHead, 'namespace' | 'name'>): string => `${namespace}/${name}`;

/** The key of an object among the objects of all kinds. */
export const poolKey = ({ type }: PoolKind, id: string): string => `${type} ${id}`;

type Given = Pick<ObjectHead, 'name' | 'namespace'> & Partial<ObjectHead>;

interface Stamps {
  clock: { now(): number };
  nextRevision(): number;
}

export function newHead({ clock, nextRevision }: Stamps, given: Given) {
  return {
    ...{ uid: randomUUID(), createdAt: timeText(clock.now()), generation: 1, resourceVersion: nextRevision() },
    ...{ labels: {}, annotations: {}, ownerReferences: [], finalizers: [] },
    ...given,
  } satisfies ObjectHead;
}

/** Kubernetes keeps no fractions of a second. */
export const timeText = (now: number): string => `${new Date(now).toISOString().slice(0, 19)}Z`;

export function controlledBy({ apiVersion, kind }: PoolKind, owner: Pick<ObjectHead, 'name' | 'uid'>): OwnerReference {
  return { apiVersion, kind, name: owner.name, uid: owner.uid, controller: true, blockOwnerDeletion: true };
}
