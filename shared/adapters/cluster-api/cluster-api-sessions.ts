import { clusterApiSecret } from '#shared/domain/providers/cluster-api-options';
import { CHECK_TIMEOUT_MS } from '#shared/domain/providers/credential-check';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import type { Clock } from '../../ports/runtime.ts';
import { clockCache } from '../clock-cache.ts';
import { connectJson, type JsonClient, withCallTimeout } from '../json-client.ts';
import { readSettingsSecret, type SessionOptions as StoredOptions } from '../read-settings-secret.ts';
import { anyAddress } from './any-address.ts';
import { checkClusterApi } from './check-cluster-api.ts';
import { managementObjects } from './management-objects.ts';
import { readVersions } from './management-versions.ts';
import { objectClient, type ServedKinds } from './object-client.ts';
import { wholeObjects } from './whole-objects.ts';

type Options = StoredOptions & { clock: Clock };

/**
 * How long a process remembers which kinds of objects a management cluster serves. For a kind that it does not
 * remember, the process always asks the management cluster.
 */
const KINDS_MS = 5 * 60_000;

const withToken =
  (client: JsonClient, token: string): JsonClient =>
  (call) =>
    client({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } });

/**
 * Opens sessions with management clusters. `open` only reads the stored token. Each call of a session sends the token,
 * so Kubernetes may refuse the token at any call. A process should call this function only once, because the returned
 * object remembers which kinds a management cluster serves.
 */
export function clusterApiSessions({ connect = connectJson, clock, ...stored }: Options): ClusterApiSessions {
  const remembered = clockCache<ServedKinds>(clock, KINDS_MS);
  const servedBy = (address: string): ServedKinds => {
    const served = remembered.get(address) ?? {};
    if (!remembered.has(address)) remembered.set(address, served);
    return served;
  };

  async function session(settings: ClusterApiSettings) {
    const { name, options } = settings;
    const backend = `Cluster API of ${name}`;
    const { token } = await readSettingsSecret(stored, settings, 'cluster-api', clusterApiSecret, backend);
    const { backendUrl, furtherUrls, verifyTls, caCertificate, namespace } = options;
    const clients = [backendUrl, ...furtherUrls].map((baseUrl) =>
      connect({ backend, baseUrl, verifyTls, ...(caCertificate !== undefined && { caBundle: caCertificate }) }),
    );
    return { backend, namespace, client: withToken(anyAddress(clients), token), served: servedBy(backendUrl) };
  }

  return {
    async open(settings) {
      const { backend, namespace, client, served } = await session(settings);
      const ask = objectClient(client, served);
      return {
        ...managementObjects(ask, { backend, namespace }),
        ...wholeObjects(ask, { backend, namespace }),
        versions: () => readVersions(client, ask, backend),
      };
    },

    async check(settings) {
      const { backend, namespace, client } = await session(settings);
      return checkClusterApi(withCallTimeout(client, CHECK_TIMEOUT_MS), {
        ...{ backend, namespace, infrastructure: settings.options.infrastructure },
        // Relays authenticate their reports with the secret `webhook`. Without this secret, the provider has no relays.
        hasRelays: settings.secretRevisions?.webhook !== undefined,
      });
    },
  };
}
