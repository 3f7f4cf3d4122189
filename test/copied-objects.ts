import { type WholeObject, wholeObject } from '#shared/domain/cluster-api/state-backup/whole-object';

type More = {
  labels?: Record<string, string>;
  owners?: readonly WholeObject[];
  metadata?: Record<string, unknown>;
  fields?: Record<string, unknown>;
};

const referenceTo = ({ apiVersion, kind, metadata: { name, uid } }: WholeObject) => ({
  ...{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true },
});

/** An object as the management cluster lists it. Its uid is derived from its kind and name. */
export function aCopiedObject(kind: string, name: string, more: More = {}): WholeObject {
  const { labels, owners = [], metadata = {}, fields = {} } = more;
  const ownerReferences = owners.map(referenceTo);
  return wholeObject.parse({
    ...{ apiVersion: 'v1', kind, ...fields },
    metadata: {
      ...{ name, uid: `uid of ${kind} ${name}`, resourceVersion: '7', creationTimestamp: '2026-11-01T00:00:00Z' },
      ...(labels && { labels }),
      ...(owners.length > 0 && { ownerReferences }),
      ...metadata,
    },
  });
}

/** The second object, with the first one as owner. */
export const owns = (owner: WholeObject, object: WholeObject): WholeObject => ({
  ...object,
  metadata: { ...object.metadata, ownerReferences: [referenceTo(owner)] },
});
