import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import { type Drift, driftKind } from '#shared/domain/clusters/drift';

/** A difference between what the cluster should be and what its cloud and Rancher have. */
export const driftView = z
  .object({ kind: driftKind, node_uuid: z.string().nullable(), name: z.string(), message: z.string(), since: instant })
  .meta({ id: 'Drift' });
export const viewDrift = ({ kind, nodeUuid, name, message, since }: Drift) => ({
  ...{ kind, name, message, since },
  node_uuid: nodeUuid ?? null,
});
