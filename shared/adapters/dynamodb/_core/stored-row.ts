import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { CLUSTER_PARTITION, NODE_PREFIX } from './keys.ts';
import type { Row } from './table.ts';

/** Fields that stored rows omit: fields whose values follow from the row's key, and fields with default values. */
type Unsaid = { readonly byKeys: (key: { pk: string; sk: string }) => Row; readonly byDefault: Row };

/**
 * Omitted fields by kind of row. Omitting fields makes frequent writes cheaper, because a write costs one unit for each
 * started KB. Nodes are written most often.
 */
const UNSAID: Readonly<Record<string, Unsaid>> = {
  NODE: {
    byKeys: ({ pk, sk }) => ({ clusterUuid: pk.slice(CLUSTER_PARTITION.length), uuid: sk.slice(NODE_PREFIX.length) }),
    byDefault: {
      runtimeState: '',
      portId: '',
      instanceId: '',
      backendId: '',
      clusterName: '',
      volumeIds: [],
      failedServers: [],
      addresses: [],
      facts: NO_FACTS,
    },
  },
};

/** The values of the fields that stored rows of this kind may omit. Undefined if there are no such fields. */
function unsaidIn({ kind, pk, sk }: Row): Row | undefined {
  const unsaid = typeof kind === 'string' ? UNSAID[kind] : undefined;
  return unsaid && { ...unsaid.byDefault, ...unsaid.byKeys({ pk: String(pk), sk: String(sk) }) };
}

/** The row without the fields that stored rows omit. */
export function storedRow(row: Row): Row {
  const unsaid = unsaidIn(row);
  if (unsaid === undefined) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => !(field in unsaid && isSameValue(value, unsaid[field]))),
  );
}

/** Adds the fields that `storedRow` left out. */
export function readRow(stored: Row): Row {
  const unsaid = unsaidIn(stored);
  return unsaid ? { ...unsaid, ...stored } : stored;
}
