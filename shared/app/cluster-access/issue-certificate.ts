import { z } from 'zod';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import { writeKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import { CLUSTER_LABEL } from '#shared/domain/planning/naming';
import { BackendContractBroken, Conflict } from '#shared/errors';
import type { Authority, SignClientCertificate } from '#shared/ports/certificates';
import type { ClusterApi, ClusterApiSessions } from '#shared/ports/cluster-api';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { clusterApiSettingsOf } from '../providers/settings-of.ts';

export type CertificateDeps = {
  store: Pick<Store, 'settings' | 'audit'>;
  clusterApi: Pick<ClusterApiSessions, 'open'>;
  signClientCertificate: SignClientCertificate;
  clock: Clock;
};

/**
 * kubeadm binds this group to the role `cluster-admin` in each cluster, since Kubernetes 1.29. Unlike `system:masters`, an
 * administrator of the cluster can take the role away from it.
 */
const GROUPS = ['kubeadm:cluster-admins'];
/** Clocks of API servers may be late. */
const EARLIER_MS = 60_000;

const secret = z.object({ data: z.object({ 'tls.crt': z.base64(), 'tls.key': z.base64() }) });
const endpoint = z.object({
  spec: z.object({ controlPlaneEndpoint: z.object({ host: z.string().min(1), port: z.int().positive() }) }),
});
const text = (base64: string): string => Buffer.from(base64, 'base64').toString();

/** The authority of the cluster, which Cluster API has made. A Secret of another cluster is not used. */
async function readAuthority(clusterApi: ClusterApi, capiName: string): Promise<Authority> {
  const found = await clusterApi.find(KINDS.secret, `${capiName}-ca`);
  const isOwn = found?.metadata.labels['cluster.x-k8s.io/cluster-name'] === capiName;
  const read = secret.safeParse(found);
  if (!isOwn || !read.success) {
    throw new BackendContractBroken(`The management side has no authority ${capiName}-ca with certificate and key.`);
  }
  const { 'tls.crt': certificate, 'tls.key': key } = read.data.data;
  return { certificate: text(certificate), key: text(key) };
}

/** The address of the cluster's API, as users reach it. */
async function readAddress(clusterApi: ClusterApi, { uuid, name }: Cluster, capiName: string): Promise<string> {
  const found = await clusterApi.find(KINDS.cluster, capiName);
  const read = endpoint.safeParse(found?.metadata.labels[CLUSTER_LABEL] === uuid ? found : undefined);
  if (!read.success) throw new Conflict(`The Kubernetes API of cluster ${name} has no address yet. Try again later.`);
  const { host, port } = read.data.spec.controlPlaneEndpoint;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Issues a kubeconfig with a client certificate for one cluster of Cluster API. It is signed with the authority of the
 * cluster, so it ends by itself and nothing has to be deleted. The audit event with its serial number is recorded before
 * the kubeconfig is returned. Throws Conflict if the API has no public address, so that no internal name leaves Paddock.
 */
export async function issueCertificate(
  deps: CertificateDeps,
  caller: Caller,
  cluster: Cluster,
  ttlMs: number,
): Promise<{ config: string; expiresAt: string }> {
  const { clusterApi: spec, name, backendId, settingsUuid } = cluster;
  if (spec?.apiServer.hasFloatingIp === false) {
    throw new Conflict(`The Kubernetes API of cluster ${name} has no public address.`);
  }
  const clusterApi = await deps.clusterApi.open(await clusterApiSettingsOf(deps, settingsUuid));
  const [authority, server] = await Promise.all([
    readAuthority(clusterApi, backendId),
    readAddress(clusterApi, cluster, backendId),
  ]);
  const now = deps.clock.now().getTime();
  const { username: user } = caller.user;
  const life = { notBefore: new Date(now - EARLIER_MS), notAfter: new Date(now + ttlMs) };
  const request = { user, groups: GROUPS, ...life };
  const { certificate, key, serialNumber, notAfter } = await deps.signClientCertificate(authority, request);
  const expiresAt = notAfter.toISOString();
  await deps.store.audit.recordActivity(
    clusterActivity(cluster, 'resource_kubeconfig_issued', {
      kubeconfigToken: { after: serialNumber },
      kubeconfigExpiresAt: { after: expiresAt },
    }),
  );
  const { certificate: caData } = authority;
  return { config: writeKubeconfig({ cluster: name, user, server, caData, login: { certificate, key } }), expiresAt };
}
