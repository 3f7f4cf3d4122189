import type { FieldOwners } from './field-owners.ts';
import { isRecord, type KubernetesObject } from './kubernetes-objects.ts';

/** The owners of fields, as `metadata.managedFields` lists them. */
export function managedFields({ apiVersion, metadata }: KubernetesObject, owners: FieldOwners): unknown[] {
  const held = new Map<string, string[][]>();
  for (const [path, managers] of owners) {
    const keys: string[] = JSON.parse(path);
    for (const manager of managers) held.set(manager, [...(held.get(manager) ?? []), keys]);
  }
  return [...held].map(([manager, paths]) => {
    const [operation, ...name] = manager.split(' ');
    const fieldsV1: Record<string, unknown> = {};
    for (const path of paths) {
      path.reduce<Record<string, unknown>>((at, key) => {
        const below = at[`f:${key}`];
        const next = isRecord(below) ? below : {};
        at[`f:${key}`] = next;
        return next;
      }, fieldsV1);
    }
    const time = metadata.creationTimestamp;
    return { manager: name.join(' '), operation, apiVersion, time, fieldsType: 'FieldsV1', fieldsV1 };
  });
}

/** The object as the API server returns it, with the owners of its fields if there are any. */
export function objectView(object: KubernetesObject, owners: FieldOwners): KubernetesObject {
  if (owners.size === 0) return object;
  return { ...object, metadata: { ...object.metadata, ...{ managedFields: managedFields(object, owners) } } };
}
