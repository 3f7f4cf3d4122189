import { listAll } from '@paddock/client';
import type { Command } from 'commander';
import { openSession } from '../config/session.ts';
import type { ClusterRow } from '../find/find-cluster.ts';
import type { Io } from '../io/io.ts';
import { printRows } from '../output/print.ts';
import type { Column } from '../output/table.ts';
import { ageOf } from '../output/times.ts';

const readyOf = ({ nodes }: ClusterRow): string =>
  `${nodes.filter(({ state }) => state === 'OK').length}/${nodes.length}`;

const columns = (now: number): Column<ClusterRow>[] => [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'STATE', of: ({ state }) => state },
  { title: 'NODES', of: readyOf },
  { title: 'VERSION', of: ({ kubernetes_version }) => kubernetes_version },
  { title: 'PROJECT', of: ({ project_name }) => project_name },
  { title: 'AGE', of: ({ created }) => ageOf(created, now) },
  { title: 'STEP', of: ({ current_step }) => current_step },
  { title: 'ORGANIZATION', of: ({ customer_name }) => customer_name, wide: true },
  { title: 'OFFERING', of: ({ marketplace_offering_name }) => marketplace_offering_name, wide: true },
  { title: 'UUID', of: ({ uuid }) => uuid, wide: true },
];

/** `paddock list` */
export function addList(program: Command, io: Io): void {
  program
    .command('list')
    .alias('ls')
    .description('list your clusters')
    .option('--project <name>', 'only clusters of projects whose names contain this text')
    .action(async ({ project }: { project?: string }, command: Command) => {
      const { api, format } = await openSession(io, command);
      const query = { o: ['name' as const], ...(project !== undefined && { project_name: project }) };
      const rows = await listAll((page) =>
        api.GET('/api/rancher-clusters/', { params: { query: { ...query, ...page } } }),
      );
      printRows(io, format, rows, { columns: columns(io.now()), nameOf: ({ name }) => name, none: 'No clusters.' });
    });
}
