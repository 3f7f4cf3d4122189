import { z } from 'zod';
import { ignoreNotFound } from '#shared/adapters/ignore-not-found';
import { path } from '#shared/adapters/json-client';
import { unlessNotFound } from '#shared/adapters/unless-not-found';
import { BackendUnauthorized } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
import { cacertsChecksum } from '../cacerts-checksum.ts';
import type { RancherSession } from '../rancher-session.ts';
import { registrationToken, setting } from '../schemas.ts';

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
const TOKENS = '/v3/clusterregistrationtokens';

/** Registration tokens. Rancher has one of its own, `default-token`, and creates it again after a deletion. */
export const registration = (session: RancherSession): Registration => ({
  async listRegistrationTokens(clusterId) {
    const listed = await session.list({
      ...{ op: 'listRegistrationTokens', path: TOKENS, item: registrationToken },
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    // A token in deletion is useless.
    return listed.filter(({ isBeingDeleted }) => !isBeingDeleted).map(({ token }) => token);
  },

  async createRegistrationToken(clusterId, labels) {
    const body = { type: 'clusterRegistrationToken', clusterId, labels };
    const reply = registrationToken;
    return (await session.call({ op: 'createRegistrationToken', method: 'POST', path: TOKENS, body, reply })).token;
  },

  deleteRegistrationToken: (id) =>
    ignoreNotFound(
      session.call({
        op: 'deleteRegistrationToken',
        method: 'DELETE',
        path: `${TOKENS}${path`/${id}`}`,
        reply: z.unknown(),
      }),
    ),

  serverUrl: async () => (await readSetting(session, 'readServerUrl', 'server-url')).replace(/\/+$/, ''),
  caBundle: () => caBundle(session),
  installUuid: () => readInstallUuid(session),
  caChecksum: async () => cacertsChecksum(await caBundle(session)),
});

/** A setting that some keys may not read, and that old Ranchers lack. */
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
