import { z } from 'zod';
import { ignoreNotFound } from '#shared/adapters/ignore-not-found';
import { path } from '#shared/adapters/json-client';
import type { Rancher } from '#shared/ports/rancher';
import type { RancherSession } from '../rancher-session.ts';
import { provisioningCluster } from '../schemas.ts';
import { clusterRequest, NAMESPACE } from './cluster-request.ts';
import { upgradeRequest, writtenCluster } from './upgrade-request.ts';

type Provisioning = Pick<
  Rancher,
  | 'findProvisioningCluster'
  | 'listProvisioningClusters'
  | 'createProvisioningCluster'
  | 'upgradeProvisioningCluster'
  | 'deleteProvisioningCluster'
>;
const COLLECTION = '/v1/provisioning.cattle.io.clusters';
const pathOf = (name: string): string => `${COLLECTION}/${NAMESPACE}${path`/${name}`}`;

/** Provisioning objects of clusters. A taken name is a BackendConflict; labels show the owner. */
export const provisioning = (session: RancherSession): Provisioning => ({
  findProvisioningCluster: (name) =>
    session.find({ op: 'findProvisioningCluster', path: pathOf(name), reply: provisioningCluster }),

  listProvisioningClusters: (labels) =>
    session.listObjects({
      ...{ op: 'listProvisioningClusters', path: `${COLLECTION}/${NAMESPACE}`, item: provisioningCluster },
      ...{ labels, exclude: 'metadata.managedFields' },
    }),

  createProvisioningCluster: (item) =>
    session.call({
      op: 'createProvisioningCluster',
      method: 'POST',
      path: COLLECTION,
      body: clusterRequest(item),
      reply: provisioningCluster,
    }),

  async upgradeProvisioningCluster(name, wanted) {
    const at = { path: pathOf(name), reply: writtenCluster };
    const written = await session.call({ ...at, op: 'readProvisioningCluster', method: 'GET' });
    const body = upgradeRequest(written, wanted);
    if (body === undefined) return;
    const call = { op: 'upgradeProvisioningCluster', method: 'PUT', body, reply: z.unknown() } as const;
    await session.call({ ...call, path: pathOf(name) });
  },

  deleteProvisioningCluster: (name) =>
    ignoreNotFound(
      session.call({ op: 'deleteProvisioningCluster', method: 'DELETE', path: pathOf(name), reply: z.unknown() }),
    ),
});
