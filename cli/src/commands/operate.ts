import { dataOf, listAll } from '@paddock/client';
import type { Command } from 'commander';
import { openSession, type Session } from '../config/session.ts';
import { type ClusterDetail, findCluster } from '../find/find-cluster.ts';
import { startChange } from '../follow/start-change.ts';
import type { Io } from '../io/io.ts';
import { timeoutOption } from './command-options.ts';

type Options = { wait?: true; timeout: number };
type Operation = {
  name: string;
  text: string;
  /** The message that is printed after the operation has started. */
  message: (cluster: string) => string;
  start: (session: Session, cluster: ClusterDetail) => Promise<object>;
};

const OPERATIONS: readonly Operation[] = [
  {
    name: 'hibernate',
    text: 'stop all machines of a cluster; they stay, and are charged as before',
    message: (cluster) => `${cluster} is being hibernated. \`paddock wake ${cluster}\` starts its machines again.`,
    start: ({ api }, { uuid }) =>
      dataOf(api.POST('/api/rancher-clusters/{uuid}/hibernate/', { params: { path: { uuid } } })),
  },
  {
    name: 'wake',
    text: 'start the machines of a hibernated cluster',
    message: (cluster) => `${cluster} is being woken.`,
    start: ({ api }, { uuid }) =>
      dataOf(api.POST('/api/rancher-clusters/{uuid}/wake/', { params: { path: { uuid } } })),
  },
  {
    name: 'rotate-certificates',
    text: 'give a cluster new certificates; with Cluster API, this replaces the machines of the control plane',
    message: (cluster) => `The certificates of ${cluster} are being rotated.`,
    start: rotateCertificates,
  },
];

/** `paddock hibernate CLUSTER`, `paddock wake CLUSTER` and `paddock rotate-certificates CLUSTER` */
export function addOperations(program: Command, io: Io): void {
  for (const { name, text, message, start } of OPERATIONS)
    program
      .command(name)
      .description(text)
      .argument('<cluster>', 'name or uuid')
      .option('--wait', 'wait until the operation is done')
      .addOption(timeoutOption())
      .action(async (given: string, { wait, timeout }: Options, command: Command) => {
        const session = await openSession(io, command);
        const cluster = await findCluster(session, given);
        await startChange(session, cluster, {
          ...{ message: message(cluster.name), wait: wait === true, timeoutMs: timeout },
          start: () => start(session, cluster),
        });
      });
}

/**
 * Clusters with node groups are Cluster API clusters. In these clusters, a rotation of certificates replaces the
 * machines. In all other clusters, Rancher rotates the certificates in place.
 */
async function rotateCertificates({ api }: Session, { uuid }: ClusterDetail): Promise<object> {
  const params = { path: { uuid } };
  const groups = await listAll((page) =>
    api.GET('/api/rancher-clusters/{uuid}/node_groups/', { params: { ...params, query: { ...page } } }),
  );
  return groups.length > 0
    ? dataOf(api.POST('/api/rancher-clusters/{uuid}/renew_certificates/', { params }))
    : dataOf(api.POST('/api/rancher-clusters/{uuid}/rotate_certificates/', { params, body: {} }));
}
