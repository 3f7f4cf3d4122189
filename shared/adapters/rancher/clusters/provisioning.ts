import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { isSameValue } from '#shared/domain/_core/deep-equal';
import { drainOptions } from '#shared/domain/clusters/cluster-upgrade';
import type { Rancher } from '#shared/ports/rancher';
import type { WantedRelease, WantedRotation } from '#shared/ports/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';
import { controlPlane, provisioningCluster } from '../schemas.ts';
import { clusterRequest, NAMESPACE } from './cluster-request.ts';

type Provisioning = Pick<
  Rancher,
  | 'findProvisioningCluster'
  | 'listProvisioningClusters'
  | 'createProvisioningCluster'
  | 'upgradeProvisioningCluster'
  | 'findControlPlane'
  | 'rotateCertificates'
  | 'deleteProvisioningCluster'
>;
const COLLECTION = '/v1/provisioning.cattle.io.clusters';
const CONTROL_PLANES = `/v1/rke.cattle.io.rkecontrolplanes/${NAMESPACE}`;
const pathOf = (name: string): string => `${COLLECTION}/${NAMESPACE}${path`/${name}`}`;

/**
 * Rancher's provisioning objects of clusters. Creating an object throws BackendConflict if one with its name exists.
 * Labels show the owner of an object.
 */
export const provisioning = (session: RancherSession): Provisioning => ({
  findProvisioningCluster: (name) =>
    session.find({ op: 'findProvisioningCluster', path: pathOf(name), reply: provisioningCluster }),

  listProvisioningClusters: (labels) =>
    session.listObjects({
      op: 'listProvisioningClusters',
      path: `${COLLECTION}/${NAMESPACE}`,
      item: provisioningCluster,
      labels,
      exclude: 'metadata.managedFields',
    }),

  createProvisioningCluster: (item) =>
    session.call({
      op: 'createProvisioningCluster',
      method: 'POST',
      path: COLLECTION,
      body: clusterRequest(item),
      reply: provisioningCluster,
    }),

  upgradeProvisioningCluster: (name, wanted) =>
    rewrite(session, name, 'upgradeProvisioningCluster', (written) => upgradeRequest(written, wanted)),

  findControlPlane: (name) =>
    session.find({ op: 'findControlPlane', path: `${CONTROL_PLANES}${path`/${name}`}`, reply: controlPlane }),

  rotateCertificates: (name, wanted) =>
    rewrite(session, name, 'rotateCertificates', (written) => rotationRequest(written, wanted)),

  deleteProvisioningCluster: (name) =>
    ignoreNotFound(
      session.call({ op: 'deleteProvisioningCluster', method: 'DELETE', path: pathOf(name), reply: z.unknown() }),
    ),
});

/** Reads the object, changes it and writes it back. Writes nothing if there is no change. */
async function rewrite(
  session: RancherSession,
  name: string,
  op: string,
  change: (written: WrittenCluster) => WrittenCluster | undefined,
): Promise<void> {
  const at = { path: pathOf(name), reply: writtenCluster };
  const body = change(await session.call({ ...at, op: 'readProvisioningCluster', method: 'GET' }));
  if (body !== undefined) await session.call({ op, method: 'PUT', path: pathOf(name), body, reply: z.unknown() });
}

const options = z.looseObject({}).nullish();
/**
 * A provisioning cluster as Rancher returns it. Fields that Paddock does not know are kept, because the whole object is
 * written back.
 */
export const writtenCluster = z.looseObject({
  /** Removes three fields that Rancher adds to its answers. They are not part of the Kubernetes object. */
  metadata: z.looseObject({}).transform(({ state, fields, relationships, ...metadata }) => metadata),
  spec: z.looseObject({
    kubernetesVersion: z.string().nullish(),
    rkeConfig: z
      .looseObject({
        upgradeStrategy: z.looseObject({ controlPlaneDrainOptions: options, workerDrainOptions: options }).nullish(),
        rotateCertificates: z.looseObject({ generation: z.int().nullish() }).nullish(),
      })
      .nullish(),
  }),
});
type WrittenCluster = z.infer<typeof writtenCluster>;

/**
 * The cluster's object with the wanted release and upgrade strategy, or undefined if the object already has them. Other
 * parts of the strategy, such as hooks, stay. The object is written back whole, because Rancher's API does not merge
 * patches. Its resource version makes Rancher refuse the write if somebody else has changed the object.
 */
export function upgradeRequest(written: WrittenCluster, wanted: WantedRelease): WrittenCluster | undefined {
  const { kubernetesVersion, workerConcurrency, drain } = wanted;
  const { rkeConfig } = written.spec;
  const strategy = rkeConfig?.upgradeStrategy ?? {};
  const upgradeStrategy = {
    ...strategy,
    // Control-plane nodes are upgraded one at a time, even those that are not members of etcd.
    controlPlaneConcurrency: '1',
    controlPlaneDrainOptions: { ...strategy.controlPlaneDrainOptions, ...drainOptions(drain) },
    workerConcurrency: String(workerConcurrency),
    workerDrainOptions: { ...strategy.workerDrainOptions, ...drainOptions(drain) },
  };
  const spec = { ...written.spec, kubernetesVersion, rkeConfig: { ...rkeConfig, upgradeStrategy } };
  return isSameValue(spec, written.spec) ? undefined : { ...written, spec };
}

/**
 * The cluster's object with the wanted rotation. Undefined if Rancher has already been asked for this rotation or a
 * later one.
 */
export function rotationRequest(
  written: WrittenCluster,
  { generation, services }: WantedRotation,
): WrittenCluster | undefined {
  const { rkeConfig } = written.spec;
  if ((rkeConfig?.rotateCertificates?.generation ?? 0) >= generation) return undefined;
  const rotateCertificates = { generation, ...(services.length > 0 && { services }) };
  return { ...written, spec: { ...written.spec, rkeConfig: { ...rkeConfig, rotateCertificates } } };
}
