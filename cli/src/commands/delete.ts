import { dataOf } from '@paddock/client';
import type { Command } from 'commander';
import { openSession } from '../config/session.ts';
import { findCluster } from '../find/find-cluster.ts';
import { eventsFromNow } from '../follow/events.ts';
import { follow } from '../follow/follow.ts';
import type { Io } from '../io/io.ts';
import { timeoutOption } from './command-options.ts';
import { confirmDeletion } from './confirm.ts';

type Options = { yes?: true; wait?: true; timeout: number };

/** `paddock delete CLUSTER` */
export function addDelete(program: Command, io: Io): void {
  program
    .command('delete')
    .description('delete a cluster with its machines and volumes')
    .argument('<cluster>', 'name or uuid')
    .option('--yes', 'do not ask for the name')
    .option('--wait', 'wait until nothing is left')
    .addOption(timeoutOption())
    .action(async (given: string, { yes, wait, timeout }: Options, command: Command) => {
      const session = await openSession(io, command);
      const { uuid, name, project_name, nodes, marketplace_resource_uuid } = await findCluster(session, given);
      if (yes !== true)
        await confirmDeletion(
          io,
          name,
          `${name} in ${project_name}, ${nodes.length} nodes, their volumes and everything in the cluster`,
        );
      const newEvents = await eventsFromNow(session, uuid);
      const { order_uuid: order } = await dataOf(
        session.api.POST('/api/marketplace-resources/{uuid}/terminate/', {
          params: { path: { uuid: marketplace_resource_uuid } },
          body: {},
        }),
      );
      io.err(`The deletion of ${name} is ordered.\n`);
      if (wait !== true) return;
      await follow(session, { name, cluster: uuid, order, goal: 'deleted', timeoutMs: timeout, newEvents });
      io.err(`${name} is deleted.\n`);
    });
}
