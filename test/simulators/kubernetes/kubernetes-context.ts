import { randomUUID } from 'node:crypto';
import type { SimClock } from '../_kit/sim-clock.ts';
import type { FieldOwners } from './field-owners.ts';
import type { Namespace, ObjectMeta, Secret } from './kubernetes-objects.ts';

export interface KubernetesUser {
  name: string;
  /** Everything, or only looking at everything. */
  verbs: 'all' | 'read';
}

export interface KubernetesContext {
  namespaces: Map<string, Namespace>;
  /** By `<namespace>/<name>`. */
  secrets: Map<string, Secret>;
  /** By `<namespace>/<name>`, those who hold the fields of a secret. */
  owners: Map<string, FieldOwners>;
  users: Map<string, KubernetesUser>;
  clock: SimClock;
  /** Counts every change of any object. */
  revision: number;
}

const SEEDED = ['default', 'kube-system'];

export function kubernetesContext(
  clock: SimClock,
  { namespaces, users }: { namespaces: string[]; users: Map<string, KubernetesUser> },
): KubernetesContext & { seed(): void } {
  const context = { namespaces: new Map(), secrets: new Map(), owners: new Map(), users, clock, revision: 0 };
  const seed = () => {
    for (const kind of [context.namespaces, context.secrets, context.owners]) kind.clear();
    context.revision = 0;
    for (const name of [...SEEDED, ...namespaces]) context.namespaces.set(name, newNamespace(context, { name }));
  };
  seed();
  return Object.assign(context, { seed });
}

export function newNamespace(
  context: KubernetesContext,
  { name, labels, annotations }: Pick<ObjectMeta, 'name' | 'labels' | 'annotations'>,
): Namespace {
  return {
    metadata: {
      ...serverFields(context),
      name,
      labels: { ...labels, 'kubernetes.io/metadata.name': name },
      ...(annotations && { annotations }),
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/** What only the server writes into metadata. */
export function serverFields(context: KubernetesContext) {
  return {
    uid: randomUUID(),
    resourceVersion: nextRevision(context),
    creationTimestamp: new Date(context.clock.now()).toISOString().replace(/\.\d+/, ''),
  };
}

export function nextRevision(context: KubernetesContext): string {
  context.revision += 1;
  return String(context.revision);
}
