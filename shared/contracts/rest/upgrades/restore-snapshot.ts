import { z } from 'zod';
import { restoreScope, type WantedRestore } from '#shared/domain/clusters/operations/rancher-operation';
import type { RestorePlan } from '#shared/domain/upgrades/restore-plan';
import { described, type FieldText } from '../_core/field-text.ts';
import { flag, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { ApiOperation } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

const RESTORE_TEXTS = {
  snapshot: {
    is: 'Name of the snapshot, as `etcd-snapshots/` shows it.',
    required: true,
    example: 'research-1-etcd-snapshot-5c1f0a9b',
  },
  restore_rke_config: {
    is: 'What is restored besides etcd: nothing (`none`), the Kubernetes release (`kubernetesVersion`), or `all` settings of the cluster. Pools stay as they are.',
    default: 'none',
    example: 'none',
  },
  dry_run: { is: 'Whether to only answer with the plan and change nothing.', default: false, example: true },
} satisfies Record<string, FieldText>;

const restoreBody = knownFields(
  z.object(
    described(
      { snapshot: text(253), restore_rke_config: restoreScope.optional(), dry_run: flag().optional() },
      RESTORE_TEXTS,
    ),
  ),
);

/** Body of `POST rancher-clusters/{uuid}/restore_etcd_snapshot/`. Throws Invalid with the field's name. */
export function parseRestore(body: unknown): { wanted: WantedRestore; isDryRun: boolean } {
  const { snapshot, restore_rke_config: scope = 'none', dry_run: isDryRun = false } = parseBody(restoreBody, body);
  return { wanted: { kind: 'restore', snapshotName: snapshot, scope }, isDryRun };
}

export const restorePlanView = z
  .object({
    snapshot: z.string(),
    created: z
      .string()
      .meta({ description: 'When the snapshot was taken. All later changes in the cluster are lost.' }),
    age_seconds: z.int().meta({ description: 'Age of the snapshot in seconds.' }),
    restore_rke_config: restoreScope,
    kubernetes_version: z.string().meta({
      description: 'The Kubernetes release after the restore.',
      examples: ['v1.33.1+rke2r1'],
    }),
    changes: z.array(z.string()).meta({
      description: 'Settings in Rancher that get the values of the snapshot.',
      examples: [['kubernetesVersion', 'rkeConfig.registries']],
    }),
  })
  .meta({ id: 'RestorePlan' });

export const viewRestorePlan = ({ snapshot, scope, ...plan }: RestorePlan): z.infer<typeof restorePlanView> => ({
  ...{ snapshot: snapshot.name, created: snapshot.createdAt, age_seconds: plan.ageSeconds },
  ...{ restore_rke_config: scope, kubernetes_version: plan.kubernetesVersion, changes: plan.fields },
});

export const restoreOperation = {
  summary: 'Restore a cluster’s etcd from a snapshot',
  description:
    'Rancher stops Kubernetes on all servers, restores etcd on one of them, and starts the others again. Everything that was written into the cluster after ' +
    'the snapshot is lost; volumes keep their data. With `dry_run`, the answer is 200 with the plan: the age of the snapshot, and the settings ' +
    'that change. The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. An `ERRED` cluster can be ' +
    'restored, too, unless its last order has failed (409). If all members of etcd are lost, only a restore helps. ' +
    'If the cluster becomes `ERRED`, call this again.',
  rule: 'cluster.restore_snapshot',
  body: restoreBody,
  status: 202,
  triable: true,
  reply: restorePlanView,
  refuses: [400, 405, 409, 502],
} as const satisfies ApiOperation;
