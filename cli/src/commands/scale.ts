import { type Command, InvalidArgumentError } from 'commander';
import { openSession, type Session } from '../config/session.ts';
import { type ClusterDetail, findCluster, readCluster } from '../find/find-cluster.ts';
import { readParts } from '../find/read-parts.ts';
import { eventsFromNow } from '../follow/events.ts';
import { follow } from '../follow/follow.ts';
import { followNodes } from '../follow/follow-nodes.ts';
import type { Io } from '../io/io.ts';
import { clusterSummary } from '../output/cluster-text.ts';
import { printData, printObject } from '../output/print.ts';
import { scaleTargets, type Target } from '../scale/scale-targets.ts';
import { type GroupPlan, planLines, planOf, type Scalable, scalablesOf } from '../scale/scalers.ts';
import { count, timeoutOption } from './command-options.ts';
import { confirmDeletion } from './confirm.ts';

type PoolWish = { name: string; count: number };
type Options = {
  servers?: number;
  agents?: number;
  pool?: PoolWish[];
  plan?: true;
  yes?: true;
  wait?: true;
  timeout: number;
};

/** `paddock scale CLUSTER` */
export function addScale(program: Command, io: Io): void {
  program
    .command('scale')
    .description('change how many machines a cluster has')
    .argument('<cluster>', 'name or uuid')
    .option('--agents <number>', 'new number of agents', count)
    .option('--servers <number>', 'new number of servers', count)
    .option('--pool <name=number>', 'number of machines in a pool or node group; can be given several times', poolWish)
    .option('--plan', 'only show what would happen')
    .option('--yes', 'do not ask before machines are deleted')
    .option('--wait', 'wait until the change is done')
    .addOption(timeoutOption())
    .action(async (given: string, options: Options, command: Command) => {
      const session = await openSession(io, command);
      const cluster = await findCluster(session, given);
      const scalables = scalablesOf(cluster, await readParts(session, cluster.uuid));
      const targets = scaleTargets(scalables, { ...options, pools: options.pool ?? [] });
      if (targets.length === 0) io.err(`${cluster.name} has that number already.\n`);
      if (options.plan === true) await showPlans(session, targets);
      else if (targets.length > 0) await scale(session, cluster, targets, options);
    });
}

function poolWish(text: string, before: PoolWish[] = []): PoolWish[] {
  const [, name, number] = /^(.+)=(\d+)$/.exec(text) ?? [];
  if (name === undefined || number === undefined)
    throw new InvalidArgumentError('Write the pool and its number of nodes as <name>=<number>, such as workers=5.');
  return [...before, { name, count: Number(number) }];
}

const plansOf = (session: Session, targets: readonly Target<Scalable>[]): Promise<GroupPlan[]> =>
  Promise.all(targets.map((target) => planOf(session, target)));

const linesOf = (plans: readonly GroupPlan[]): string =>
  plans
    .flatMap(planLines)
    .map((line) => `${line}\n`)
    .join('');

async function showPlans(session: Session, targets: readonly Target<Scalable>[]): Promise<void> {
  const plans = await plansOf(session, targets);
  if (!printData(session.io, session.format, plans)) session.io.out(linesOf(plans));
}

async function scale(
  session: Session,
  cluster: ClusterDetail,
  targets: Target<Scalable>[],
  options: Options,
): Promise<void> {
  const { io } = session;
  const { uuid, name } = cluster;
  if (options.yes !== true && targets.some(({ group, count }) => count < group.count)) {
    io.err(linesOf(await plansOf(session, targets)));
    await confirmDeletion(io, name, 'machines with all that is on them');
  }
  const newEvents = await eventsFromNow(session, uuid);
  for (const { group, count } of targets) {
    const changed = await group.scaler.run(session, count);
    io.err(`${group.name} of ${name}: ${group.count} to ${count}.\n`);
    const followed = { name, cluster: uuid, timeoutMs: options.timeout, newEvents };
    const isOfNodes = changed.made.length + changed.deleted.length > 0;
    // Several nodes can be added or deleted at the same time. So the command waits for these changes only with
    // `--wait`. A change of a pool or node group must end before the next change of the cluster can start.
    if (options.wait === true && isOfNodes) await followNodes(session, { ...followed, ...changed });
    else if (options.wait === true || (!isOfNodes && targets.length > 1))
      await follow(session, { ...followed, goal: 'OK' });
  }
  if (options.wait !== true) return;
  io.err(`${name} is scaled.\n`);
  const scaled = await readCluster(session, uuid);
  printObject(io, session.format, scaled, () => clusterSummary(scaled));
}
