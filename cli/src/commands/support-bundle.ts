import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dataOf, listAll } from '@paddock/client';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { redacted } from '../bundle/redact.ts';
import { openSession, type Session } from '../config/session.ts';
import { type ClusterDetail, findCluster } from '../find/find-cluster.ts';
import { ifPresent, readParts } from '../find/read-parts.ts';
import { eventsAfter } from '../follow/events.ts';
import type { Io } from '../io/io.ts';
import { writePrivateFile } from '../io/write-private-file.ts';

/** `paddock support-bundle CLUSTER` */
export function addSupportBundle(program: Command, io: Io): void {
  program
    .command('support-bundle')
    .description('write all that Paddock shows of a cluster to a file, without secrets')
    .argument('<cluster>', 'name or uuid')
    .option('--write <path>', 'name of the file (paddock-<cluster>.json.gz)')
    .action(async (given: string, { write }: { write?: string }, command: Command) => {
      const session = await openSession(io, command);
      const cluster = await findCluster(session, given);
      const path = write ?? `paddock-${cluster.name}.json.gz`;
      const text = JSON.stringify(redacted(await collect(session, cluster)), undefined, 2);
      await writePrivateFile(path, await promisify(gzip)(text));
      io.err(
        `${path} has what Paddock shows of ${cluster.name}, without secrets. Look through it before you send it.\n`,
      );
    });
}

async function collect(session: Session, cluster: ClusterDetail): Promise<object> {
  const { api, io, access } = session;
  const { uuid, order_uuid, marketplace_resource_uuid } = cluster;
  const path = { uuid };
  const query = { marketplace_resource_uuid };
  const [server, parts, events, orders, certificates, resource] = await Promise.all([
    dataOf(api.GET('/api/version/')),
    readParts(session, uuid),
    eventsAfter(session, uuid, 0),
    listAll((page) => api.GET('/api/marketplace-orders/', { params: { query: { ...query, ...page } } })),
    ifPresent(dataOf(api.GET('/api/rancher-clusters/{uuid}/certificates/', { params: { path } }))),
    ifPresent(
      dataOf(api.GET('/api/marketplace-resources/{uuid}/', { params: { path: { uuid: marketplace_resource_uuid } } })),
    ),
  ]);
  return {
    ...{ made_at: new Date(io.now()).toISOString(), address: access.url },
    versions: { command_line: manifest.version, paddock: server.version, node: process.version },
    ...{ cluster, ...parts, events, order_uuid, orders, resource: resource ?? null },
    expiry: certificates ?? null,
  };
}
