import { type Command, Option } from 'commander';
import { openSession } from '../config/session.ts';
import { findCluster } from '../find/find-cluster.ts';
import { startChange } from '../follow/start-change.ts';
import type { Io } from '../io/io.ts';
import { printData } from '../output/print.ts';
import { type UpgradeOptions, upgradeOf } from '../upgrade/upgrade-of.ts';
import { count, timeoutOption } from './command-options.ts';

type Options = UpgradeOptions & { plan?: true; wait?: true; timeout: number };

/** `paddock upgrade CLUSTER` */
export function addUpgrade(program: Command, io: Io): void {
  program
    .command('upgrade')
    .description('upgrade Kubernetes in a cluster')
    .argument('<cluster>', 'name or uuid')
    .option('--version <version>', 'release of Kubernetes to upgrade to')
    .addOption(
      new Option('--template <name>', 'template of Cluster API that has the version and the image').conflicts([
        'version',
        'image',
      ]),
    )
    .option('--image <name>', 'image with this version, if Cluster API makes the machines')
    .option('--agents-at-once <number>', 'agents that are upgraded at a time (1; Cluster API: as before)', count)
    .option('--plan', 'only show what would happen')
    .option('--wait', 'wait until the upgrade is done')
    .addOption(timeoutOption())
    .action(async (given: string, options: Options, command: Command) => {
      const session = await openSession(io, command);
      const cluster = await findCluster(session, given);
      const { to, run } = await upgradeOf(session, cluster, options);
      if (options.plan === true) {
        const { data, lines } = await run(true);
        if (!printData(io, session.format, data)) io.out(lines.map((line) => `${line}\n`).join(''));
        return;
      }
      await startChange(session, cluster, {
        ...{
          message: `The upgrade of ${cluster.name} to ${to} has started.`,
          start: async () => (await run(false)).data,
        },
        ...{ wait: options.wait === true, timeoutMs: options.timeout },
      });
    });
}
