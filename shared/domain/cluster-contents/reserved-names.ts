import { domainOf, isIn, isReservedKey } from '../_core/values/reserved-keys.ts';
import type { ActingRole } from '../cluster-access/acting-role.ts';
import { isReservedNamespace } from '../cluster-access/reserved-namespaces.ts';

/** The error for a caller who names a reserved namespace. Undefined if the name is not reserved. */
export const reservedNamespaceProblem = (name: string): string | undefined =>
  isReservedNamespace(name)
    ? `The namespace ${name} is reserved for the programs that run the cluster. Use another name.`
    : undefined;

/** Kubernetes' labels that say which pods a namespace admits. In Rancher, only owners of a cluster may set them. */
const POD_SECURITY = 'pod-security.kubernetes.io';

type Keys = Readonly<Record<string, unknown>> | null | undefined;
type Metadata = { labels?: Keys; annotations?: Keys };
type Change = {
  /** The metadata of the present object. Undefined if the object does not exist yet. */
  before: Metadata | undefined;
  after: Metadata;
  /** Whether `after` replaces all keys of the object. If not, keys that it leaves out stay. */
  isReplacement: boolean;
};

/**
 * The reserved labels and annotations that a change would set, change or remove, as fields such as
 * `metadata.annotations.field.cattle.io/projectId`. Keys that stay as they are do not count, so an exported object can
 * be edited and written back. Only an owner of the cluster may change the labels of Pod Security.
 */
export function reservedChanges({ before, after, isReplacement }: Change, { cluster }: ActingRole): string[] {
  const isReserved = (key: string) =>
    isReservedKey(key) || (isIn(domainOf(key), POD_SECURITY) && cluster !== 'cluster-owner');
  return (['labels', 'annotations'] as const).flatMap((field) => {
    const [present, next] = [before?.[field] ?? {}, after[field] ?? {}];
    const keys = isReplacement ? new Set([...Object.keys(present), ...Object.keys(next)]) : Object.keys(next);
    return [...keys]
      .filter((key) => isReserved(key) && valueIn(present, key) !== valueIn(next, key))
      .map((key) => `metadata.${field}.${key}`);
  });
}

const valueIn = (keys: NonNullable<Keys>, key: string): unknown => (Object.hasOwn(keys, key) ? keys[key] : undefined);

/** The error for reserved labels or annotations that a caller would change. Undefined if there are none. */
export const reservedChangesProblem = (fields: readonly string[]): string | undefined =>
  fields.length === 0
    ? undefined
    : `Labels and annotations that are reserved for the programs of the cluster must stay as they are: ${fields.join(', ')}.`;
