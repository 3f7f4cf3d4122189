import {
  type RancherOptions,
  type RancherSecret,
  type RancherSettings,
  rancherSecret,
} from '#shared/domain/providers/service-settings';
import type { ActingSessions } from '../../ports/rancher.ts';
import type { Clock } from '../../ports/runtime.ts';
import { connectJson } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions as StoredOptions } from '../read-settings-secret.ts';
import { accountKeys, accounts } from './access/accounts.ts';
import { projectNamespaces, projects, roleBindings, roleTemplates } from './access/projects-and-roles.ts';
import { actingSession } from './acting-session.ts';
import { checkRancher, logIn } from './check-rancher.ts';
import { clusterYaml } from './clusters/cluster-yaml.ts';
import { clusters, clusterTokens, registration } from './clusters/clusters.ts';
import { provisioning } from './clusters/provisioning.ts';
import { releases } from './clusters/releases.ts';
import { catalogs } from './contents/catalogs.ts';
import { clusterObjects } from './contents/cluster-objects.ts';
import { contents } from './contents/contents.ts';
import { namespaceFigures } from './contents/namespace-figures.ts';
import { keyedSession } from './keyed-session.ts';
import { nodes } from './nodes/nodes.ts';
import { pools } from './pools/pools.ts';
import { rancherSession } from './rancher-session.ts';
import { type RegistryAccount, registrySecrets } from './registry-secrets.ts';
import { selectorMemories } from './steve-lists.ts';

type Options = StoredOptions & { clock: Clock };

/**
 * Opens sessions with Ranchers. `open` only reads the stored access key. Each call of a session sends the key, so
 * Rancher may refuse the key at any call. A process should call this function only once, because the returned object
 * remembers which Ranchers ignore label selectors.
 */
export function rancherSessions({ connect = connectJson, clock, ...stored }: Options): ActingSessions {
  const selectorsOf = selectorMemories(clock);
  const connected = async (settings: RancherSettings) => {
    const { name, options } = settings;
    const backend = `Rancher ${name}`;
    const key = await readSettingsSecret(stored, settings, 'rancher', rancherSecret, backend);
    const client = connect({ backend, baseUrl: options.backendUrl, verifyTls: options.verifyTls });
    return { client, key, options, selectors: selectorsOf(options.backendUrl) };
  };
  const open: ActingSessions['open'] = async (settings) => {
    const { client, key, options, selectors } = await connected(settings);
    const session = rancherSession(client, key, selectors);
    return {
      ...provisioning(session),
      ...clusters(session),
      ...nodes(session),
      ...pools(session),
      ...registration(session),
      ...clusterTokens(session),
      ...accountKeys(client),
      ...clusterYaml(session),
      ...projects(session),
      ...projectNamespaces(session),
      ...releases(session),
      ...catalogs(session),
      ...contents(session),
      ...clusterObjects(session),
      ...namespaceFigures(session),
      ...roleTemplates(session),
      ...roleBindings(session),
      ...accounts(session),
      ...registrySecrets(session, registryAccount(options, key)),
      withKey: (bearer, { patienceMs }) => keyedSession(client, { bearer, patienceMs }, selectors),
      logIn: () => logIn(session),
      check: (kubernetesVersions, options) => checkRancher(session, kubernetesVersions, options),
    };
  };
  const openAs: ActingSessions['openAs'] = async ({ settings, ...as }) => {
    const { client, key, selectors } = await connected(settings);
    return actingSession(client, key, { ...as, selectors });
  };
  return { open, openAs };
}

/**
 * The registry's account. Undefined if the registry or its password is missing. Paddock then uses no registry
 * (docs/spec/backends.md#cluster-object-in-rancher).
 */
function registryAccount(
  { privateRegistry }: RancherOptions,
  { privateRegistryPassword: password }: RancherSecret,
): RegistryAccount | undefined {
  return privateRegistry && password !== undefined ? { ...privateRegistry, password } : undefined;
}
