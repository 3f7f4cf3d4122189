import { createHash } from 'node:crypto';
import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound, unlessNotFound } from '#shared/adapters/not-found';
import { BackendUnauthorized } from '#shared/errors';
import type { Rancher } from '#shared/ports/rancher';
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
      op: 'listRegistrationTokens',
      path: TOKENS,
      item: registrationToken,
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

/**
 * SHA-256 (hex) of what Rancher serves at `/cacerts`: the setting, with a final newline. The installer on a node
 * compares it with `--ca-checksum` and stops when they differ. Empty when Rancher has no CA of its own.
 */
export function cacertsChecksum(cacerts: string): string {
  if (cacerts === '') return '';
  const served = cacerts.endsWith('\n') ? cacerts : `${cacerts}\n`;
  return createHash('sha256').update(served).digest('hex');
}
