import { z } from 'zod';
import { BackendConflict, Misconfigured } from '../../errors.ts';
import type { Rancher } from '../../ports/rancher.ts';
import { path } from '../json-client.ts';
import { ignoreNotFound } from '../not-found.ts';
import { NAMESPACE } from './clusters/cluster-request.ts';
import type { RancherSession } from './rancher-session.ts';
import { nameOnly } from './schemas.ts';
import { hasLabels } from './steve-lists.ts';

export type RegistryAccount = { url: string; user: string; password: string };
type RegistrySecrets = Pick<
  Rancher,
  'registryUrl' | 'listRegistrySecrets' | 'ensureRegistrySecret' | 'deleteRegistrySecret'
>;

const SECRETS = '/v1/secrets';
const labelled = z
  .object({ metadata: z.object({ labels: z.record(z.string(), z.string()).nullish() }) })
  .transform(({ metadata }) => metadata.labels ?? {});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * Manages the Secrets with the account for the registry. The Secrets are in the namespace of Rancher's clusters, where
 * Rancher reads them.
 */
export const registrySecrets = (session: RancherSession, account: RegistryAccount | undefined): RegistrySecrets => ({
  ...(account && { registryUrl: account.url }),

  listRegistrySecrets: (labels) =>
    session.listObjects({
      op: 'listRegistrySecrets',
      path: `${SECRETS}/${NAMESPACE}`,
      item: nameOnly,
      labels,
      exclude: 'data',
    }),

  async ensureRegistrySecret(name, labels) {
    if (!account) throw new Misconfigured('The provider has no private registry.');
    const data = { username: base64(account.user), password: base64(account.password) };
    const metadata = { namespace: NAMESPACE, name, labels };
    try {
      return await session.call({
        op: 'createRegistrySecret',
        method: 'POST',
        path: SECRETS,
        body: { type: 'kubernetes.io/basic-auth', metadata, data },
        reply: nameOnly,
        secrets: [account.password, data.password],
      });
    } catch (error) {
      if (!(error instanceof BackendConflict)) throw error;
      const at = `${SECRETS}/${NAMESPACE}${path`/${name}`}`;
      const found = await session.find({ op: 'readRegistrySecret', path: at, reply: labelled });
      if (found === undefined || !hasLabels(found, labels)) throw error;
      return name;
    }
  },

  deleteRegistrySecret: (name) =>
    ignoreNotFound(
      session.call({
        op: 'deleteRegistrySecret',
        method: 'DELETE',
        path: `${SECRETS}/${NAMESPACE}${path`/${name}`}`,
        reply: z.unknown(),
      }),
    ),
});
