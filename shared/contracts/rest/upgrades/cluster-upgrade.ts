import { z } from 'zod';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import { nodeRole } from '#shared/domain/planning/order-attributes';
import { RELEASE, RELEASE_TEXT } from '#shared/domain/providers/kubernetes-release';
import type { UpgradePlan } from '#shared/domain/upgrades/upgrade-plan';
import { drainBody, drainOf, drainView, viewDrain } from '../_core/drain-fields.ts';
import { described, type FieldText } from '../_core/field-text.ts';
import { flag, integer, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { Link } from '../_core/listing.ts';
import type { ApiOperation } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

/**
 * Maximum number of agents that are upgraded at the same time. If more were drained at once, too many workloads would
 * be down.
 */
const MAX_AGENTS = 50;

const UPGRADE_TEXTS = {
  kubernetes_version: { is: 'Release to upgrade to, as Rancher writes it.', required: true, example: 'v1.32.3+rke2r1' },
  drain: {
    is: 'How workloads are moved to other nodes.',
    without: 'each setting’s default',
    example: { timeout: 300 },
  },
  worker_concurrency: { is: 'Number of agents that are upgraded at the same time.', default: 1, example: 1 },
  dry_run: { is: 'Whether to only answer with the plan and change nothing.', default: false, example: true },
} satisfies Record<string, FieldText>;

const upgradeBody = knownFields(
  z.object(
    described(
      {
        kubernetes_version: text(50).regex(RELEASE, RELEASE_TEXT),
        drain: drainBody.optional(),
        worker_concurrency: integer(1, MAX_AGENTS).optional(),
        dry_run: flag().optional(),
      },
      UPGRADE_TEXTS,
    ),
  ),
);

/** Reads the body of `POST rancher-clusters/{uuid}/upgrade/`. Throws Invalid with the field's name. */
export function parseUpgrade(body: unknown) {
  const { kubernetes_version, drain, worker_concurrency = 1, dry_run = false } = parseBody(upgradeBody, body);
  return { to: kubernetes_version, drain: drainOf(drain), workerConcurrency: worker_concurrency, isDryRun: dry_run };
}

/** An upgrade that runs or was interrupted. */
export const clusterUpgradeView = z
  .object({ from_version: z.string(), to_version: z.string(), upgraded_nodes: z.int() })
  .meta({ id: 'ClusterUpgrade' });
export const viewUpgrade = ({ from, to, upgradedNodes }: ClusterUpgrade): z.infer<typeof clusterUpgradeView> => ({
  from_version: from,
  to_version: to,
  upgraded_nodes: upgradedNodes,
});

/** The plan of an upgrade, with the nodes in the order in which they are upgraded. */
export const upgradePlanView = z
  .object({
    from_version: z.string(),
    to_version: z.string(),
    nodes: z.array(
      z.object({
        url: z.string(),
        uuid: z.string(),
        name: z.string(),
        role: nodeRole,
        kubernetes_version: z.string(),
      }),
    ),
    drain: drainView,
    /** How many servers, and how many agents, are upgraded at the same time. */
    server_concurrency: z.int(),
    worker_concurrency: z.int(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'UpgradePlan' });

export const viewUpgradePlan = (
  link: Link,
  { upgrade, nodes, warnings }: UpgradePlan,
): z.infer<typeof upgradePlanView> => ({
  from_version: upgrade.from,
  to_version: upgrade.to,
  nodes: nodes.map(({ uuid, spec, version }) => ({
    url: link('rancher-nodes', uuid),
    uuid,
    name: spec.name,
    role: spec.role,
    kubernetes_version: version,
  })),
  drain: viewDrain(upgrade.drain),
  server_concurrency: 1,
  worker_concurrency: upgrade.workerConcurrency,
  warnings,
});

const UPGRADE =
  'The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. `current_step` and `upgrade` show the progress. Rancher ' +
  'upgrades on the same machines. It takes one server at a time, members of etcd first, and then `worker_concurrency` (1) agents at a time. Rancher chooses the ' +
  'order within each group. `drain` moves workloads away first. Its settings are Rancher’s drain options: `enabled` ' +
  '(true), `timeout` in seconds (120; 0 means no limit), `force` (true: delete pods without a controller too), `ignore_daemon_sets` (true), ' +
  '`delete_empty_dir_data` (true), `disable_eviction` (false), `grace_period` in seconds (-1: the pod’s own setting). With `dry_run` nothing is ' +
  'changed: the same checks run, and the answer is 200 with the plan and its warnings.\n\n' +
  'The version must be one that Rancher offers, and newer than the present one by at most one minor version. No server may be more ' +
  'than one minor version behind the new version, and no agent more than three (400). Every node must be active, and no other ' +
  'operation may be running (409 with the reason). If an upgrade left the cluster `ERRED`, call again with the same version and ' +
  'any drain settings. The upgrade then continues from what Rancher has done. Lost nodes can be deleted first. The cluster can be ' +
  'deleted too. If Rancher never accepted that version, call with another version, or give the upgrade up by calling with the ' +
  'present version.';

export const clusterUpgradeOperation = {
  summary: 'Upgrade a cluster to a newer Kubernetes version',
  rule: 'cluster.upgrade',
  description: UPGRADE,
  body: upgradeBody,
  bodyExample: { kubernetes_version: 'v1.32.3+rke2r1', drain: { timeout: 300 }, dry_run: true },
  status: 202,
  triable: true,
  reply: upgradePlanView,
  refuses: [400, 405, 409, 502],
} as const satisfies ApiOperation;
