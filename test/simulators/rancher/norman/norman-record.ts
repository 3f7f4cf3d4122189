/** When and by whom an object was made, and whether it is being deleted. */
export interface Made {
  id: string;
  uid: string;
  createdAt: string;
  creatorId: string | null;
  removedAt?: string | undefined;
}

/** An account, key, setting or binding as norman shows it. Unlike clusters, these have no state. */
export function normanRecord<Fields extends object>(
  address: string,
  type: string,
  { id, uid, createdAt, creatorId, removedAt }: Made,
  fields: Fields,
) {
  const self = `${address}/${id}`;
  return {
    ...{ id, type, baseType: type, uuid: uid, creatorId },
    ...{ created: toSecond(createdAt), createdTS: Date.parse(toSecond(createdAt)) },
    ...(removedAt && { removed: toSecond(removedAt), removedTS: Date.parse(toSecond(removedAt)) }),
    links: { self, remove: self, update: self },
    ...fields,
  };
}

/** Kubernetes keeps no fractions of a second. */
export const toSecond = (time: string | number): string => new Date(time).toISOString().replace(/\.\d+/, '');
