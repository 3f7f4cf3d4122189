import type { Command } from 'commander';
import { openSession } from '../config/session.ts';
import { clusterTree } from '../describe/cluster-tree.ts';
import { problemsText } from '../describe/problems-text.ts';
import { findCluster } from '../find/find-cluster.ts';
import { failedOrder } from '../find/find-order.ts';
import { readParts } from '../find/read-parts.ts';
import { againFor } from '../follow/last-error.ts';
import type { Io } from '../io/io.ts';
import { printObject } from '../output/print.ts';
import { treeText } from '../output/tree.ts';

/** `paddock describe CLUSTER` */
export function addDescribe(program: Command, io: Io): void {
  program
    .command('describe')
    .description('show a cluster as a tree of pools, machines and volumes, with their states and problems')
    .argument('<cluster>', 'name or uuid')
    .action(async (given: string, _options: object, command: Command) => {
      const session = await openSession(io, command);
      const cluster = await findCluster(session, given);
      const parts = await readParts(session, cluster.uuid);
      const again = againFor(await failedOrder(session, cluster));
      printObject(io, session.format, { ...cluster, ...parts }, () =>
        [treeText(clusterTree(cluster, parts)), problemsText(cluster, again)].filter((part) => part !== '').join('\n'),
      );
    });
}
