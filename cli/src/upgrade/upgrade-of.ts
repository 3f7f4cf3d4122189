import { dataOf, listAll, type paths } from '@paddock/client';
import { CommandError, EXIT } from '../command-error.ts';
import type { Session } from '../config/session.ts';
import { choose } from '../find/choose.ts';
import type { ClusterDetail } from '../find/find-cluster.ts';
import { chooseTemplate } from '../order/prepare-order.ts';

export type UpgradeOptions = { version?: string; template?: string; image?: string; agentsAtOnce?: number };
/** The API's answer, and its text for people. */
export type UpgradePlan = { data: object; lines: string[] };
export type Upgrade = { to: string; run: (dry_run: boolean) => Promise<UpgradePlan> };

type ClusterApiBody =
  paths['/api/rancher-clusters/{uuid}/upgrade_cluster_api/']['post']['requestBody']['content']['application/json'];

/**
 * Makes an upgrade from the options. If they name neither a version nor a template, takes the only version or template
 * that fits. If several fit, asks the user at the terminal, or fails without a terminal.
 */
export async function upgradeOf(session: Session, cluster: ClusterDetail, options: UpgradeOptions): Promise<Upgrade> {
  const path = { uuid: cluster.uuid };
  const groups = await listAll((page) =>
    session.api.GET('/api/rancher-clusters/{uuid}/node_groups/', { params: { path, query: { ...page } } }),
  );
  if (groups.length > 0) return clusterApiUpgrade(session, cluster, options);
  if (options.template === undefined && options.image === undefined) return rancherUpgrade(session, cluster, options);
  throw new CommandError(
    `${cluster.name} is not a cluster of Cluster API, so it cannot be upgraded to a template or an image.`,
    EXIT.usage,
    'Name a release with --version.',
  );
}

async function clusterApiUpgrade(session: Session, { uuid }: ClusterDetail, options: UpgradeOptions): Promise<Upgrade> {
  const { to, wanted } = await clusterApiTarget(session, options);
  const { agentsAtOnce } = options;
  const body = { ...wanted, ...(agentsAtOnce !== undefined && { max_batch_size: agentsAtOnce }) };
  return {
    to,
    run: async (dry_run) => {
      const params = { path: { uuid }, query: { dry_run } };
      const data = await dataOf(
        session.api.POST('/api/rancher-clusters/{uuid}/upgrade_cluster_api/', { params, body }),
      );
      return { data, lines: data.steps.map(({ kind, count, node_group }) => `${kind} ${count} of ${node_group}`) };
    },
  };
}

/** A template defines a version and its image. If the user names only a version, the machines keep their image. */
async function clusterApiTarget(
  session: Session,
  { version, template, image }: UpgradeOptions,
): Promise<{ to: string; wanted: ClusterApiBody }> {
  if (version !== undefined)
    return { to: version, wanted: { kube_tag: version, ...(image !== undefined && { image_id: image }) } };
  const { uuid, name } = await chooseTemplate(session, template);
  return { to: `the version of ${name}`, wanted: { cluster_api_template: uuid } };
}

async function rancherUpgrade(session: Session, cluster: ClusterDetail, options: UpgradeOptions): Promise<Upgrade> {
  const to = options.version ?? (await chooseVersion(session, cluster));
  const { agentsAtOnce } = options;
  return {
    to,
    run: async (dry_run) => {
      const concurrency = agentsAtOnce === undefined ? {} : { worker_concurrency: agentsAtOnce };
      const body = { kubernetes_version: to, dry_run, ...concurrency };
      const params = { path: { uuid: cluster.uuid } };
      const data = await dataOf(session.api.POST('/api/rancher-clusters/{uuid}/upgrade/', { params, body }));
      return {
        data,
        lines: [
          `${data.from_version} to ${data.to_version}`,
          ...data.nodes.map(({ name, kubernetes_version }) => `  ${name}  ${kubernetes_version}`),
          ...data.warnings.map((warning) => `Warning: ${warning}`),
        ],
      };
    },
  };
}

/** Lets the user choose another Kubernetes version that the offering has. */
async function chooseVersion({ io, api }: Session, cluster: ClusterDetail): Promise<string> {
  const path = { uuid: cluster.marketplace_offering_uuid };
  const releases = await dataOf(
    api.GET('/api/marketplace-public-offerings/{uuid}/kubernetes_versions/', { params: { path } }),
  );
  const others = releases
    .filter(({ version }) => version !== cluster.kubernetes_version)
    .map(({ version }) => ({ uuid: version, name: version }));
  if (others.length === 0)
    throw new CommandError(
      'The offering lists no other Kubernetes release.',
      EXIT.usage,
      'Set --version to a release that Rancher offers.',
    );
  const choice = { kind: 'other release of Kubernetes', kinds: 'releases of Kubernetes', option: '--version' };
  return (await choose(io, others, undefined, choice)).name;
}
