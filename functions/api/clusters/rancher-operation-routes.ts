import { operateCluster, restoreSnapshot } from '#shared/app/upgrades/operate-cluster';
import { parseNothing, rancherOperationView, viewOperation } from '#shared/contracts/rest/upgrades/rancher-operation';
import { parseRestore, restorePlanView, viewRestorePlan } from '#shared/contracts/rest/upgrades/restore-snapshot';
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
      const { operation } = await operateCluster(deps, caller, {
        ...{ uuidText: params.uuid ?? '', kind, parseRequest, correlationId },
      });
      return { ...ok(rancherOperationView, viewOperation(operation)), status: 202 };
    };
  return {
    'POST /{uuid}/etcd-snapshots/': route('snapshot'),
    'POST /{uuid}/restore_etcd_snapshot/': async ({ request, params, caller }) => {
      const parseRequest = () => parseRestore(readBody(request));
      const { correlationId } = request;
      const asked = { uuidText: params.uuid ?? '', kind: 'restore' as const, parseRequest, correlationId };
      const { plan, isAccepted } = await restoreSnapshot(deps, caller, asked);
      return { ...ok(restorePlanView, viewRestorePlan(plan)), ...(isAccepted && { status: 202 }) };
    },
    'POST /{uuid}/rotate_encryption_keys/': route('encryption-keys'),
  };
};
