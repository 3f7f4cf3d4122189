import type { Command } from 'commander';
import { openSession } from '../config/session.ts';
import { findCluster } from '../find/find-cluster.ts';
import { follow } from '../follow/follow.ts';
import type { Io } from '../io/io.ts';
import { clusterSummary } from '../output/cluster-text.ts';
import { printObject } from '../output/print.ts';
import { timeoutOption } from './command-options.ts';

/** `paddock wait CLUSTER` */
export function addWait(program: Command, io: Io): void {
  program
    .command('wait')
    .description('show what happens to a cluster until it can be used, or is deleted')
    .argument('<cluster>', 'name or uuid')
    .option('--deleted', 'wait until the cluster is deleted')
    .addOption(timeoutOption())
    .action(async (given: string, options: { deleted?: true; timeout: number }, command: Command) => {
      const session = await openSession(io, command);
      const { uuid, name, state, order_uuid } = await findCluster(session, given);
      const isBeingMade = state === 'CREATION_SCHEDULED' || state === 'CREATING';
      const cluster = await follow(session, {
        ...{ name, cluster: uuid, timeoutMs: options.timeout },
        goal: options.deleted === true ? 'deleted' : 'OK',
        ...(isBeingMade && options.deleted !== true && { order: order_uuid }),
      });
      if (cluster === undefined) io.err(`${name} is deleted.\n`);
      else printObject(io, session.format, cluster, () => clusterSummary(cluster));
    });
}
