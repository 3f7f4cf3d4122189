import { z } from 'zod';
import {
  CHECK_TIMEOUT_MS,
  type CredentialCheck,
  failedCheck,
  passedCheck,
  type Tried,
} from '#shared/domain/providers/credential-check';
import { nearestReleases } from '#shared/domain/providers/kubernetes-release';
import { missingFeatures, rancherSupport } from '#shared/domain/providers/rancher-version';
import { BackendNotFound, BackendUnauthorized } from '../../errors.ts';
import { path } from '../json-client.ts';
import { listReleases } from './clusters/releases.ts';
import { hasMachineConfigs, NO_MACHINE_CONFIGS } from './pools/machine-configs.ts';
import type { RancherSession } from './rancher-session.ts';

const TRIED: Tried = { name: 'Rancher', address: 'backend_url', tls: 'tls_verify', credential: 'password' };
const CLUSTERS = 'provisioning.cattle.io.cluster';
const setting = z.object({ value: z.string() });
const root = z.object({ apiVersion: z.object({ group: z.literal('management.cattle.io') }) });
const schema = z.object({ collectionMethods: z.array(z.string()).nullish() });
const FEATURES = '/v1/management.cattle.io.features';
/**
 * A feature of Rancher: its name, and whether it is on. An administrator sets `spec.value`, which has no effect if the
 * feature is locked.
 */
const feature = z
  .object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({ value: z.boolean().nullish() }).nullish(),
    status: z.object({ default: z.boolean().nullish(), lockedValue: z.boolean().nullish() }).nullish(),
  })
  .transform(({ metadata, spec, status }): [string, boolean] => [
    metadata.name,
    status?.lockedValue ?? spec?.value ?? status?.default ?? true,
  ]);
const features = z.object({ data: z.array(feature) });
/**
 * Rights that the access key needs. One of them is the right to create users, because Paddock creates users in Rancher:
 * for each kubeconfig, for Argo CD, and for people who have roles in Paddock.
 */
const RIGHTS = [
  {
    path: path`/v1/schemas/${CLUSTERS}`,
    granted: 'The user of the access key may create clusters.',
    missing: 'The user of the access key may not create clusters: grant the global permission to create new clusters.',
  },
  {
    path: path`/v1/schemas/${'management.cattle.io.user'}`,
    granted: 'The user of the access key may create users.',
    missing:
      'The user of the access key may not create users. Paddock creates a user for each kubeconfig and for Argo CD: enter an administrator’s access key.',
  },
] as const;

/**
 * Checks that Rancher answers, accepts the key, lets the key's user create clusters, and offers the wanted Kubernetes
 * releases. Writes nothing.
 */
export async function checkRancher(
  session: RancherSession,
  kubernetesVersions: readonly string[],
  { withPools = false }: { withPools?: boolean } = {},
): Promise<CredentialCheck[]> {
  let version: string;
  try {
    const op = 'readServerVersion';
    const found = await session.call({ ...get(op), path: '/v3/settings/server-version', reply: setting });
    version = found.value;
  } catch (error) {
    return [failedCheck(error, { ...TRIED, purpose: 'read settings' })];
  }
  const { isSupported, message } = rancherSupport(version);
  const reached = [
    { option: 'backend_url', ok: isSupported, message },
    passedCheck('password', 'Rancher accepts the access key.'),
  ];
  if (!isSupported) return reached;
  const others = await Promise.all([
    checkFeatures(session),
    ...RIGHTS.map((right) => checkRight(session, right)),
    checkImpersonation(session),
    withPools ? checkNodeDriver(session) : [],
    checkVersions(session, kubernetesVersions),
  ]);
  return [...reached, ...others.flat()];
}

/**
 * Checks that Rancher accepts the access key. The path ends with a slash, because Rancher redirects `/v3` before it
 * looks at the key.
 */
export async function logIn(session: RancherSession): Promise<void> {
  await session.call({ ...get('logIn'), path: '/v3/', reply: root });
}

const get = (op: string) => ({ op, method: 'GET' as const, timeoutMs: CHECK_TIMEOUT_MS });

/**
 * Checks a right of the access key by the schema of a type. Rancher shows each user only the schemas and methods to
 * which the user has a right.
 */
async function checkRight(
  session: RancherSession,
  { path, granted, missing }: (typeof RIGHTS)[number],
): Promise<CredentialCheck[]> {
  try {
    const found = await session.call({ ...get('readSchema'), path, reply: schema });
    if (found.collectionMethods?.includes('POST')) return [passedCheck('username', granted)];
  } catch (error) {
    if (!(error instanceof BackendNotFound)) return [failedCheck(error, TRIED)];
  }
  return [{ option: 'username', ok: false, message: missing }];
}

/** A user who does not exist. So even a Rancher that allows the impersonation shows nothing of anybody. */
const NOBODY = 'u-paddock-check';
const IMPERSONATION = {
  granted: 'The user of the access key may act for other users.',
  missing:
    'The user of the access key may not act for other users. Paddock changes what is inside clusters as the user who asks for it: enter an administrator’s access key.',
};

/** Checks that the access key may impersonate users. Rancher refuses this with words of its own, whoever the user is. */
async function checkImpersonation(session: RancherSession): Promise<CredentialCheck[]> {
  const headers = { 'impersonate-user': NOBODY };
  try {
    await session.call({ ...get('actAsNobody'), path: '/v3/', headers, reply: z.unknown() });
  } catch (error) {
    if (!(error instanceof BackendUnauthorized)) return [failedCheck(error, TRIED)];
    if (/not allowed to impersonate/.test(error.message))
      return [{ option: 'username', ok: false, message: IMPERSONATION.missing }];
  }
  return [passedCheck('username', IMPERSONATION.granted)];
}

/** Checks that Rancher can make machines in OpenStack. */
async function checkNodeDriver(session: RancherSession): Promise<CredentialCheck[]> {
  try {
    if (await hasMachineConfigs(session, { timeoutMs: CHECK_TIMEOUT_MS }))
      return [passedCheck('backend_url', 'Rancher can make machines in OpenStack.')];
    return [{ option: 'backend_url', ok: false, message: NO_MACHINE_CONFIGS }];
  } catch (error) {
    return [failedCheck(error, TRIED)];
  }
}

/** Checks that all features that clusters need are on. If Rancher does not show its features, the result is empty. */
async function checkFeatures(session: RancherSession): Promise<CredentialCheck[]> {
  try {
    const { data } = await session.call({ ...get('listFeatures'), path: FEATURES, reply: features });
    const missing = missingFeatures(new Map(data));
    if (missing.length === 0) return [];
    const message = `Features of Rancher that clusters need are switched off: ${missing.join(', ')}. Switch them on.`;
    return [{ option: 'backend_url', ok: false, message }];
  } catch (error) {
    return error instanceof BackendNotFound ? [] : [failedCheck(error, TRIED)];
  }
}

/** Checks that Rancher offers a Kubernetes release. If Rancher does not list its releases, the result is empty. */
function checkVersion(offered: readonly string[], wanted: string, option: string): CredentialCheck[] {
  if (offered.includes(wanted)) return [passedCheck(option, `Rancher offers ${wanted}.`)];
  if (offered.length === 0) return [];
  const others = nearestReleases(offered, wanted).join(', ');
  return [{ option, ok: false, message: `Rancher does not offer ${wanted}. It offers ${others}.` }];
}

const isK3s = (version: string): boolean => version.includes('+k3s');

/**
 * Checks that Rancher offers the wanted releases. Rancher has one list for RKE2 and one for K3s. Each list is read only
 * once.
 */
async function checkVersions(session: RancherSession, wanted: readonly string[]): Promise<CredentialCheck[]> {
  const [own] = wanted;
  const lists = [wanted.filter(isK3s), wanted.filter((version) => !isK3s(version))];
  const checks = lists.map(async (versions) => {
    const [like] = versions;
    if (like === undefined) return [];
    try {
      const offered = await listReleases(session, like, { timeoutMs: CHECK_TIMEOUT_MS });
      return versions.flatMap((version) =>
        checkVersion(offered, version, version === own ? 'k8s_version' : 'kubernetes_versions'),
      );
    } catch (error) {
      return [failedCheck(error, TRIED)];
    }
  });
  return (await Promise.all(checks)).flat();
}
