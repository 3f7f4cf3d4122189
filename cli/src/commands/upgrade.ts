import { dataOf, listAll } from '@paddock/client';
import type { Command } from 'commander';
import { CommandError, EXIT } from '../command-error.ts';
import { openSession, type Session } from '../config/session.ts';
import { choose } from '../find/choose.ts';
import { type ClusterDetail, findCluster } from '../find/find-cluster.ts';
import { eventsFromNow } from '../follow/events.ts';
import { follow } from '../follow/follow.ts';
import type { Io } from '../io/io.ts';
import { clusterSummary } from '../output/cluster-text.ts';
import { printData, printObject } from '../output/print.ts';
import { count, timeoutOption } from './command-options.ts';

type Options = { version?: string; agentsAtOnce?: number; plan?: true; wait?: true; timeout: number };

/** `paddock upgrade CLUSTER` */
export function addUpgrade(program: Command, io: Io): void {
  program
    .command('upgrade')
    .description('upgrade Kubernetes in a cluster')
    .argument('<cluster>', 'name or uuid')
    .option('--version <version>', 'release to upgrade to')
    .option('--agents-at-once <number>', 'how many agents are upgraded at a time (1)', count)
    .option('--plan', 'only show what would happen')
    .option('--wait', 'wait until it is done')
    .addOption(timeoutOption())
    .action(async (given: string, options: Options, command: Command) => {
      const session = await openSession(io, command);
      const cluster = await findCluster(session, given);
      const { uuid, name } = cluster;
      const version = options.version ?? (await chooseVersion(session, cluster));
      const newEvents = await eventsFromNow(session, uuid);
      const plan = await start(session, uuid, version, options);
      if (options.plan === true) return showPlan(session, plan);
      io.err(`The upgrade of ${name} to ${version} has started.\n`);
      if (options.wait !== true) return printStarted(session, name, plan);
      const done = await follow(session, { name, cluster: uuid, goal: 'OK', timeoutMs: options.timeout, newEvents });
      if (done !== undefined) printObject(io, session.format, done, () => clusterSummary(done));
    });
}

/** Another release of those that the offering has. */
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
      'The offering has no other release.',
      EXIT.usage,
      'Name one that Rancher offers with --version.',
    );
  const choice = { kind: 'other release of Kubernetes', kinds: 'releases of Kubernetes', option: '--version' };
  return (await choose(io, others, undefined, choice)).name;
}

type Plan = { data: object; lines: string[] };

async function start({ api }: Session, uuid: string, version: string, { plan, agentsAtOnce }: Options): Promise<Plan> {
  const path = { uuid };
  const dry_run = plan === true;
  const groups = await listAll((page) =>
    api.GET('/api/rancher-clusters/{uuid}/node_groups/', { params: { path, query: { ...page } } }),
  );
  if (groups.length > 0) {
    const body = { kube_tag: version, ...(agentsAtOnce !== undefined && { max_batch_size: agentsAtOnce }) };
    const params = { path, query: { dry_run } };
    const data = await dataOf(api.POST('/api/rancher-clusters/{uuid}/upgrade_cluster_api/', { params, body }));
    return { data, lines: data.steps.map(({ kind, count, node_group }) => `${kind} ${count} of ${node_group}`) };
  }
  const concurrency = agentsAtOnce === undefined ? {} : { worker_concurrency: agentsAtOnce };
  const body = { kubernetes_version: version, dry_run, ...concurrency };
  const data = await dataOf(api.POST('/api/rancher-clusters/{uuid}/upgrade/', { params: { path }, body }));
  return {
    data,
    lines: [
      `${data.from_version} to ${data.to_version}`,
      ...data.nodes.map(({ name, kubernetes_version }) => `  ${name}  ${kubernetes_version}`),
      ...data.warnings.map((warning) => `Warning: ${warning}`),
    ],
  };
}

function printStarted({ io, format }: Session, name: string, { data }: Plan): void {
  if (!printData(io, format, data) && format === 'name') io.out(`${name}\n`);
}

function showPlan({ io, format }: Session, { data, lines }: Plan): void {
  if (!printData(io, format, data)) io.out(lines.map((line) => `${line}\n`).join(''));
}
