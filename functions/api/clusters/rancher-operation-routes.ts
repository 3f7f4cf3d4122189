import { operateCluster } from '#shared/app/upgrades/operate-cluster';
import { parseNothing, rancherOperationView, viewOperation } from '#shared/contracts/rest/upgrades/rancher-operation';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

type Deps = Parameters<typeof operateCluster>[0];

/** Operations that Rancher carries out on a whole cluster, phase by phase. */
export const rancherOperationRoutes = (deps: Deps): Routes => {
  const route =
    (kind: 'snapshot' | 'encryption-keys') =>
    async ({ request, params, caller }: Call) => {
      const parseRequest = () => parseNothing(readBody(request), { kind });
      const { correlationId } = request;
      const operation = await operateCluster(deps, caller, {
        ...{ uuidText: params.uuid ?? '', kind, parseRequest, correlationId },
      });
      return { ...ok(rancherOperationView, viewOperation(operation)), status: 202 };
    };
  return {
    'POST /{uuid}/etcd-snapshots/': route('snapshot'),
    'POST /{uuid}/rotate_encryption_keys/': route('encryption-keys'),
  };
};
