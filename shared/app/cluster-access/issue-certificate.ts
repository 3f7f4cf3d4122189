import { z } from 'zod';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import { certificateUser } from '#shared/domain/cluster-access/certificate-user';
import { writeKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Caller } from '#shared/domain/organizations/caller';
import { CLUSTER_LABEL } from '#shared/domain/planning/naming';
import { BackendContractBroken, Conflict } from '#shared/errors';
import type {
  Authority,
  ClientCertificateRequest,
  SignCertificateRequest,
  SignClientCertificate,
} from '#shared/ports/certificates';
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
 * kubeadm binds this group to the role `cluster-admin` in each cluster, since Kubernetes 1.29. An administrator of the
 * cluster can remove this binding. The group `system:masters` is not used, because nobody can take its rights away.
 */
const GROUPS = ['kubeadm:cluster-admins'];
/**
 * Each certificate is valid from this many milliseconds before its issue, because the clock of an API server may be
 * slow.
 */
const EARLIER_MS = 60_000;

const secret = z.object({ data: z.object({ 'tls.crt': z.base64(), 'tls.key': z.base64() }) });
const endpoint = z.object({
  spec: z.object({ controlPlaneEndpoint: z.object({ host: z.string().min(1), port: z.int().positive() }) }),
});
const text = (base64: string): string => Buffer.from(base64, 'base64').toString();

/**
 * Reads the certificate and key of the cluster's certificate authority from the Secret in the management cluster. A
 * Secret of another cluster is not used.
 */
async function readAuthority(clusterApi: ClusterApi, capiName: string): Promise<Authority> {
  const found = await clusterApi.find(KINDS.secret, `${capiName}-ca`);
  const isOwn = found?.metadata.labels['cluster.x-k8s.io/cluster-name'] === capiName;
  const read = secret.safeParse(found);
  if (!isOwn || !read.success) {
    throw new BackendContractBroken(
      `The management cluster has no usable Secret ${capiName}-ca, which must have the cluster's CA certificate and key.`,
    );
  }
  const { 'tls.crt': certificate, 'tls.key': key } = read.data.data;
  return { certificate: text(certificate), key: text(key) };
}

/** The address at which users reach the cluster's API. Undefined as long as the API has no address. */
async function findAddress(clusterApi: ClusterApi, { uuid }: Cluster, capiName: string): Promise<string | undefined> {
  const found = await clusterApi.find(KINDS.cluster, capiName);
  const read = endpoint.safeParse(found?.metadata.labels[CLUSTER_LABEL] === uuid ? found : undefined);
  if (!read.success) return undefined;
  const { host, port } = read.data.spec.controlPlaneEndpoint;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function readAddress(clusterApi: ClusterApi, cluster: Cluster, capiName: string): Promise<string> {
  const address = await findAddress(clusterApi, cluster, capiName);
  if (address !== undefined) return address;
  throw new Conflict(`The Kubernetes API of cluster ${cluster.name} has no address yet. Try again later.`);
}

function assertPublic({ clusterApi: spec, name }: Cluster): void {
  if (spec?.apiServer.hasFloatingIp !== false) return;
  throw new Conflict(`The Kubernetes API of cluster ${name} has no public address.`);
}

/** The user, groups and validity of a new certificate. */
function requestFor({ user }: Caller, clock: Clock, ttlMs: number): ClientCertificateRequest {
  const now = clock.now().getTime();
  const life = { notBefore: new Date(now - EARLIER_MS), notAfter: new Date(now + ttlMs) };
  return { user: certificateUser(user.username), groups: GROUPS, ...life };
}

/** Records a new certificate by its serial number, before anybody gets it. */
const recordIssued = (
  { store }: Pick<CertificateDeps, 'store'>,
  cluster: Cluster,
  { serialNumber, notAfter }: { serialNumber: string; notAfter: Date },
): Promise<void> =>
  store.audit.recordActivity(
    clusterActivity(cluster, 'resource_kubeconfig_issued', {
      kubeconfigToken: { after: serialNumber },
      kubeconfigExpiresAt: { after: notAfter.toISOString() },
    }),
  );

/**
 * Issues a kubeconfig with a client certificate for one cluster of Cluster API. The cluster's certificate authority
 * signs the certificate. The certificate expires by itself, so nothing has to be deleted. The audit event with the
 * certificate's serial number is recorded before the kubeconfig is returned. Throws Conflict if the API has no public
 * address, so that no internal name leaves Paddock.
 */
export async function issueCertificate(
  deps: CertificateDeps,
  caller: Caller,
  cluster: Cluster,
  ttlMs: number,
): Promise<{ config: string; expiresAt: string }> {
  const { backendId, settingsUuid } = cluster;
  assertPublic(cluster);
  const clusterApi = await deps.clusterApi.open(await clusterApiSettingsOf(deps, settingsUuid));
  const [authority, server] = await Promise.all([
    readAuthority(clusterApi, backendId),
    readAddress(clusterApi, cluster, backendId),
  ]);
  const issued = await deps.signClientCertificate(authority, requestFor(caller, deps.clock, ttlMs));
  await recordIssued(deps, cluster, issued);
  const { certificate: caData } = authority;
  const { username: user } = caller.user;
  return {
    config: writeKubeconfig({ cluster, user, server, caData, login: issued }),
    expiresAt: issued.notAfter.toISOString(),
  };
}

export type CertificateSigningDeps = Omit<CertificateDeps, 'signClientCertificate'> & {
  signCertificateRequest: SignCertificateRequest;
};

/**
 * Signs a certificate signing request with the key of a cluster's certificate authority. The certificate is for the
 * caller, like the certificate of a kubeconfig. The name in the request is ignored. Returns the certificate as PEM.
 * Throws Invalid for a wrong request.
 */
export async function signForCluster(
  deps: CertificateSigningDeps,
  caller: Caller,
  cluster: Cluster,
  { signingRequest, ttlMs }: { signingRequest: string; ttlMs: number },
): Promise<string> {
  const clusterApi = await deps.clusterApi.open(await clusterApiSettingsOf(deps, cluster.settingsUuid));
  const authority = await readAuthority(clusterApi, cluster.backendId);
  const request = requestFor(caller, deps.clock, ttlMs);
  const issued = await deps.signCertificateRequest(authority, signingRequest, request);
  await recordIssued(deps, cluster, issued);
  return issued.certificate;
}

export type CertificateReadingDeps = Pick<CertificateDeps, 'clusterApi'> & { store: Pick<Store, 'settings'> };

/** The certificate of a cluster's certificate authority, as PEM. It is no secret. */
export async function authorityCertificate(deps: CertificateReadingDeps, cluster: Cluster): Promise<string> {
  const clusterApi = await deps.clusterApi.open(await clusterApiSettingsOf(deps, cluster.settingsUuid));
  return (await readAuthority(clusterApi, cluster.backendId)).certificate;
}

/**
 * The public address of the API of a cluster. Undefined as long as the API has no address. Also undefined for a cluster
 * without a floating IP, so that no internal name leaves Paddock.
 */
export async function publicAddress(deps: CertificateReadingDeps, cluster: Cluster): Promise<string | undefined> {
  if (cluster.backendId === '' || cluster.clusterApi?.apiServer.hasFloatingIp !== true) return undefined;
  const clusterApi = await deps.clusterApi.open(await clusterApiSettingsOf(deps, cluster.settingsUuid));
  return findAddress(clusterApi, cluster, cluster.backendId);
}
