import { z } from 'zod';
import { path } from '#shared/adapters/json-client';
import { ignoreNotFound } from '#shared/adapters/not-found';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { type CloudCredential, CREDENTIALS_NAMESPACE } from '#shared/domain/pools/rendering/cloud-credential';
import { BackendConflict } from '#shared/errors';
import type { RancherPools } from '#shared/ports/rancher/rancher-pools';
import { writtenMetadata } from '../clusters/rewrite-cluster.ts';
import type { RancherSession } from '../rancher-session.ts';
import { nameOnly } from '../schemas.ts';
import { hasLabels } from '../steve-lists.ts';

type CloudCredentials = Pick<RancherPools, 'ensureCloudCredential' | 'listCloudCredentials' | 'deleteCloudCredential'>;

/**
 * Path of Secrets in Rancher's API. For OpenStack, Rancher's own collection of cloud credentials accepts only
 * passwords. So Paddock writes the Secrets of cloud credentials directly.
 */
const SECRETS = '/v1/secrets';
const pathOf = (name: string): string => `${SECRETS}/${CREDENTIALS_NAMESPACE}${path`/${name}`}`;

const texts = z.record(z.string(), z.string()).nullish();
/** A Secret as Rancher returns it. Unknown fields are kept, because the whole Secret is written back. */
const writtenSecret = z.looseObject({
  metadata: writtenMetadata.pipe(z.looseObject({ labels: texts, annotations: texts })),
  data: texts,
});
type WrittenSecret = z.infer<typeof writtenSecret>;

const encode = ({ stringData }: CloudCredential): Record<string, string> =>
  Object.fromEntries(Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString('base64')]));

/** Values of the credential, as given and in base64. Errors must not quote these values. */
const secretsIn = (credential: CloudCredential): string[] => [
  ...Object.values(credential.stringData),
  ...Object.values(encode(credential)),
];

/**
 * Returns the found Secret, changed to the wanted content. Returns undefined if the found Secret already has this
 * content.
 */
function replaced(found: WrittenSecret, credential: CloudCredential): WrittenSecret | undefined {
  const data = encode(credential);
  const annotations = { ...found.metadata.annotations, ...credential.metadata.annotations };
  const isSame = isSameValue([found.data ?? {}, found.metadata.annotations ?? {}], [data, annotations]);
  return isSame ? undefined : { ...found, metadata: { ...found.metadata, annotations }, data };
}

async function ensure(session: RancherSession, credential: CloudCredential): Promise<void> {
  const { name, labels } = credential.metadata;
  const secrets = secretsIn(credential);
  const found = await session.find({ op: 'readCloudCredential', path: pathOf(name), reply: writtenSecret });
  if (found === undefined) {
    const call = { op: 'createCloudCredential', method: 'POST', path: SECRETS, reply: z.unknown() } as const;
    await session.call({ ...call, body: credential, secrets });
    return;
  }
  if (!hasLabels(found.metadata.labels ?? {}, labels)) {
    throw new BackendConflict(`Rancher has a secret ${name} that Paddock did not create.`);
  }
  const body = replaced(found, credential);
  if (body === undefined) return;
  const call = { op: 'replaceCloudCredential', method: 'PUT', path: pathOf(name), reply: z.unknown() } as const;
  await session.call({ ...call, body, secrets });
}

export const cloudCredentials = (session: RancherSession): CloudCredentials => ({
  ensureCloudCredential: (credential) => ensure(session, credential),

  listCloudCredentials: (labels) =>
    session.listObjects({
      op: 'listCloudCredentials',
      path: `${SECRETS}/${CREDENTIALS_NAMESPACE}`,
      item: nameOnly,
      labels,
      exclude: 'data',
    }),

  deleteCloudCredential: (name) =>
    ignoreNotFound(
      session.call({ op: 'deleteCloudCredential', method: 'DELETE', path: pathOf(name), reply: z.unknown() }),
    ),
});
