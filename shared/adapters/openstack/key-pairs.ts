import { z } from 'zod';
import type { OpenStack } from '../../ports/openstack.ts';
import { path } from '../json-client.ts';
import { ignoreNotFound } from '../not-found.ts';
import type { CloudSession } from './identity/cloud-session.ts';

/** Nova lists only the key pairs of the token's user, all in one page. The items do not name the user. */
const listed = z.object({ keypairs: z.array(z.object({ keypair: z.object({ name: z.string() }) })) });

export const keyPairs = (session: CloudSession): Pick<OpenStack, 'listKeyPairs' | 'deleteKeyPair'> => ({
  async listKeyPairs() {
    const request = { op: 'listKeyPairs', method: 'GET', path: '/os-keypairs', reply: listed } as const;
    return (await session.call('compute', request)).keypairs.map(({ keypair }) => keypair.name);
  },

  deleteKeyPair: (name) =>
    ignoreNotFound(
      session.call('compute', {
        ...{ op: 'deleteKeyPair', method: 'DELETE', path: path`/os-keypairs/${name}`, reply: z.unknown() },
      }),
    ),
});
