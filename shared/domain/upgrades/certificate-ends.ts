import type { Cluster } from '../clusters/cluster.ts';
import type { Node } from '../nodes/node.ts';

const DAY_MS = 24 * 3600 * 1000;
/** RKE2 issues certificates for a year (docs.rke2.io, "Certificate Management"). */
const VALID_DAYS = 365;

/** When a node's certificates were issued, and the earliest time at which they may end. Null if unknown. */
export type CertificateEnd = { node: Node; issuedAt: string | null; endsAt: string | null };

const endOf = (issuedAt: string): string => new Date(Date.parse(issuedAt) + VALID_DAYS * DAY_MS).toISOString();

function issuedAt(
  { certificatesRotatedAt: rotatedAt, imported }: Pick<Cluster, 'certificatesRotatedAt' | 'imported'>,
  node: Node,
) {
  const madeAt = imported === undefined || node.hasOwnCredential === true ? node.created : undefined;
  if (rotatedAt === undefined || (madeAt !== undefined && madeAt > rotatedAt)) return madeAt;
  return rotatedAt;
}

/**
 * The earliest time at which each node's certificates may end. This time is computed from the creation of the node's
 * record, or from the last rotation, because Rancher does not report it for RKE2 clusters. The certificates may last
 * longer, because RKE2 also renews them when it restarts in the last months before they end. For nodes that Paddock did
 * not make, the time is unknown until a rotation.
 */
export const certificateEnds = (
  cluster: Pick<Cluster, 'certificatesRotatedAt' | 'imported'>,
  nodes: readonly Node[],
): CertificateEnd[] =>
  nodes.map((node) => {
    const issued = issuedAt(cluster, node);
    return { node, issuedAt: issued ?? null, endsAt: issued === undefined ? null : endOf(issued) };
  });

/**
 * The earliest time at which the certificates of any node may end. Null if this time is unknown for at least one node.
 */
export function earliestEnd(ends: readonly CertificateEnd[]): string | null {
  const known = ends.flatMap(({ endsAt }) => endsAt ?? []);
  return known.length < ends.length ? null : (known.sort()[0] ?? null);
}
