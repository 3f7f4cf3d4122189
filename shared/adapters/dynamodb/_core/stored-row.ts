import { isSameValue } from '#shared/domain/_core/same-value';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { CLUSTER_PARTITION, NODE_PREFIX } from './keys.ts';
import type { Row } from './table.ts';

/** What a row of a kind says without saying it: what its keys say already, and what a field has that it does not name. */
type Unsaid = { readonly byKeys: (key: { pk: string; sk: string }) => Row; readonly byDefault: Row };

/** A write costs a unit for each KB that is begun, and a cluster's nodes are written more often than all else of it. */
const UNSAID: Readonly<Record<string, Unsaid>> = {
  NODE: {
    byKeys: ({ pk, sk }) => ({ clusterUuid: pk.slice(CLUSTER_PARTITION.length), uuid: sk.slice(NODE_PREFIX.length) }),
    byDefault: {
      ...{ runtimeState: '', portId: '', instanceId: '', backendId: '', clusterName: '' },
      ...{ volumeIds: [], failedServers: [], addresses: [], facts: NO_FACTS },
    },
  },
};

/** Undefined for a row of another kind, which is most rows of a list: those are neither walked nor copied. */
function unsaidIn({ kind, pk, sk }: Row): Row | undefined {
  const unsaid = typeof kind === 'string' ? UNSAID[kind] : undefined;
  return unsaid && { ...unsaid.byDefault, ...unsaid.byKeys({ pk: String(pk), sk: String(sk) }) };
}

/** The row as the table has it. */
export function storedRow(row: Row): Row {
  const unsaid = unsaidIn(row);
  if (unsaid === undefined) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([field, value]) => !(field in unsaid && isSameValue(value, unsaid[field]))),
  );
}

/** The row as it was before `storedRow`. */
export function readRow(stored: Row): Row {
  const unsaid = unsaidIn(stored);
  return unsaid ? { ...unsaid, ...stored } : stored;
}
