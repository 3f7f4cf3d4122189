import { createHash } from 'node:crypto';
import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { ignoreNotFound, unlessNotFound } from '#shared/adapters/not-found';
import { BackendUnauthorized } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import type { ClusterToken } from '#shared/ports/rancher/rancher-objects';
import type { RancherSession } from '../rancher-session.ts';
import { listedCluster, managementCluster, registrationToken, setting } from '../schemas.ts';

type Managed = Pick<
  Rancher,
  'findCluster' | 'listClusters' | 'listClustersLabelled' | 'renameCluster' | 'deleteCluster'
>;

export async function listAllClusters(session: RancherSession) {
  const where = NO_CRITERIA;
  const listed = await session.list({ op: 'listClusters', path: '/v3/clusters', item: listedCluster, where });
  return listed.filter(({ isInternal }) => !isInternal);
}

/** All clusters that Rancher manages, even clusters that Paddock did not create. */
export const clusters = (session: RancherSession): Managed => ({
  findCluster: (id) => session.find({ op: 'findCluster', path: path`/v3/clusters/${id}`, reply: managementCluster }),

  listClusters: async () => (await listAllClusters(session)).map(({ cluster }) => cluster),

  async listClustersLabelled(wanted) {
    const has = (labels: Record<string, string>) =>
      Object.entries(wanted).every(([key, value]) => labels[key] === value);
    return (await listAllClusters(session)).filter(({ labels }) => has(labels)).map(({ cluster }) => cluster);
  },

  async renameCluster(id, name) {
    const to = path`/v3/clusters/${id}`;
    await session.call({ op: 'renameCluster', method: 'PUT', path: to, body: { name }, reply: z.unknown() });
  },

  deleteCluster: (id) =>
    ignoreNotFound(
      session.call({ op: 'deleteCluster', method: 'DELETE', path: path`/v3/clusters/${id}`, reply: z.unknown() }),
    ),
});

type ClusterTokens = Pick<Rancher, 'listClusterTokens' | 'deleteClusterToken'>;
const TOKENS = '/v3/tokens';

const listedToken = z
  .object({ id: z.string(), description: z.string().nullish(), clusterId: z.string().nullish() })
  .transform(({ id, description, clusterId }) => ({
    clusterId: clusterId ?? '',
    token: { id, description: description ?? '' } satisfies ClusterToken,
  }));

/**
 * API keys that the provider's account in Rancher has for one cluster. Earlier releases of Paddock made kubeconfigs
 * with such keys, and these kubeconfigs have all of the provider's rights in Rancher.
 */
export const clusterTokens = (session: RancherSession): ClusterTokens => ({
  async listClusterTokens(clusterId) {
    const listed = await session.list({
      op: 'listClusterTokens',
      path: TOKENS,
      item: listedToken,
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    return listed.map(({ token }) => token);
  },

  deleteClusterToken: (id) =>
    ignoreNotFound(
      session.call({
        op: 'deleteClusterToken',
        method: 'DELETE',
        path: `${TOKENS}${path`/${id}`}`,
        reply: z.unknown(),
      }),
    ),
});

type Registration = Pick<
  Rancher,
  | 'listRegistrationTokens'
  | 'createRegistrationToken'
  | 'deleteRegistrationToken'
  | 'serverUrl'
  | 'installUuid'
  | 'caBundle'
  | 'caChecksum'
>;
const REGISTRATION_TOKENS = '/v3/clusterregistrationtokens';

/**
 * Registration tokens of a cluster. Rancher itself creates the token `default-token`, and creates it again after a
 * deletion.
 */
export const registration = (session: RancherSession): Registration => ({
  async listRegistrationTokens(clusterId) {
    const listed = await session.list({
      op: 'listRegistrationTokens',
      path: REGISTRATION_TOKENS,
      item: registrationToken,
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    // A token that is being deleted cannot be used.
    return listed.filter(({ isBeingDeleted }) => !isBeingDeleted).map(({ token }) => token);
  },

  async createRegistrationToken(clusterId, labels) {
    const body = { type: 'clusterRegistrationToken', clusterId, labels };
    const reply = registrationToken;
    return (
      await session.call({ op: 'createRegistrationToken', method: 'POST', path: REGISTRATION_TOKENS, body, reply })
    ).token;
  },

  deleteRegistrationToken: (id) =>
    ignoreNotFound(
      session.call({
        op: 'deleteRegistrationToken',
        method: 'DELETE',
        path: `${REGISTRATION_TOKENS}${path`/${id}`}`,
        reply: z.unknown(),
      }),
    ),

  serverUrl: async () => (await readSetting(session, 'readServerUrl', 'server-url')).replace(/\/+$/, ''),
  caBundle: () => caBundle(session),
  installUuid: () => readInstallUuid(session),
  caChecksum: async () => cacertsChecksum(await caBundle(session)),
});

/**
 * Reads Rancher's setting `install-uuid`. Empty if the access key has no right to read the setting, or if Rancher is
 * too old to have the setting.
 */
async function readInstallUuid(session: RancherSession): Promise<string> {
  try {
    return (await unlessNotFound(readSetting(session, 'readInstallUuid', 'install-uuid'))) ?? '';
  } catch (error) {
    if (error instanceof BackendUnauthorized) return '';
    throw error;
  }
}

const caBundle = (session: RancherSession) => readSetting(session, 'readCaCertificates', 'cacerts');

async function readSetting(session: RancherSession, op: string, name: string): Promise<string> {
  const { value } = await session.call({ op, method: 'GET', path: `/v3/settings/${name}`, reply: setting });
  return value ?? '';
}

/**
 * SHA-256 (hex) of the text that Rancher serves at `/cacerts`: the setting `cacerts` with a final newline. The
 * installer on a node computes the same hash and compares it with `--ca-checksum`. The installer stops if the hashes
 * differ. Empty if Rancher has no CA of its own.
 */
export function cacertsChecksum(cacerts: string): string {
  if (cacerts === '') return '';
  const served = cacerts.endsWith('\n') ? cacerts : `${cacerts}\n`;
  return createHash('sha256').update(served).digest('hex');
}
