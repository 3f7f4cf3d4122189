import type { Command } from 'commander';
import { openSession } from '../config/session.ts';
import { findCluster } from '../find/find-cluster.ts';
import type { Io } from '../io/io.ts';
import { writePrivateFile } from '../io/write-private-file.ts';
import { mergeKubeconfig, readKubeconfig } from '../kubeconfig/write-kubeconfig.ts';
import { time } from './command-options.ts';

type Options = { write?: string; merge?: true; ttl?: number };

/** `paddock kubeconfig CLUSTER` */
export function addKubeconfig(program: Command, io: Io): void {
  program
    .command('kubeconfig')
    .description('print a new kubeconfig of a cluster, or write it to a file')
    .argument('<cluster>', 'name or uuid')
    .option('--write <path>', 'write the kubeconfig to this file')
    .option('--merge', 'add the cluster to the kubeconfig that kubectl uses')
    .option('--ttl <time>', 'how long the kubeconfig is valid (the default of Paddock)', time)
    .action(async (given: string, { write, merge, ttl }: Options, command: Command) => {
      const session = await openSession(io, command);
      const cluster = await findCluster(session, given);
      const seconds = ttl === undefined ? undefined : Math.ceil(ttl / 1000);
      if (merge === true) return await mergeKubeconfig(session, cluster, seconds);
      const { config, expires_at } = await readKubeconfig(session, cluster, seconds);
      if (write === undefined) return io.out(config);
      await writePrivateFile(write, config);
      io.err(`${write} is valid until ${expires_at}.\n`);
    });
}
