import { z } from 'zod';
import type { Rancher } from '../../ports/rancher.ts';
import { goneIsFine } from '../gone-is-fine.ts';
import { path } from '../json-client.ts';
import { cacertsChecksum } from './cacerts-checksum.ts';
import type { RancherSession } from './rancher-session.ts';
import { registrationToken, setting } from './schemas.ts';

type Registration = Pick<
  Rancher,
  'listRegistrationTokens' | 'createRegistrationToken' | 'deleteRegistrationToken' | 'caBundle' | 'caChecksum'
>;
const TOKENS = '/v3/clusterregistrationtokens';

/** What machines join with. Rancher makes one token of its own, `default-token`, and makes it anew when it is deleted. */
export const registration = (session: RancherSession): Registration => ({
  async listRegistrationTokens(clusterId) {
    const listed = await session.list({
      ...{ op: 'listRegistrationTokens', path: TOKENS, item: registrationToken },
      where: { clusterId: { is: clusterId, of: (it) => it.clusterId } },
    });
    // One that is being deleted opens nothing any more.
    return listed.filter(({ isLeaving }) => !isLeaving).map(({ token }) => token);
  },

  async createRegistrationToken(clusterId, labels) {
    const body = { type: 'clusterRegistrationToken', clusterId, labels };
    const reply = registrationToken;
    return (await session.call({ op: 'createRegistrationToken', method: 'POST', path: TOKENS, body, reply })).token;
  },

  deleteRegistrationToken: (id) =>
    goneIsFine(
      session.call({
        op: 'deleteRegistrationToken',
        method: 'DELETE',
        path: `${TOKENS}${path`/${id}`}`,
        reply: z.unknown(),
      }),
    ),

  caBundle: () => caBundle(session),
  caChecksum: async () => cacertsChecksum(await caBundle(session)),
});

async function caBundle(session: RancherSession): Promise<string> {
  const path = '/v3/settings/cacerts';
  const { value } = await session.call({ op: 'readCaCertificates', method: 'GET', path, reply: setting });
  return value ?? '';
}
