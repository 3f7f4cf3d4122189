import { clusterApiSessions } from '#shared/adapters/cluster-api/cluster-api-sessions';
import type { Connect } from '#shared/adapters/json-client';
import { secretName } from '#shared/domain/_core/secret-name';
import { type ClusterApiOptions, clusterApiOptions } from '#shared/domain/providers/cluster-api-options';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import type { ClusterApi, ClusterApiSessions } from '#shared/ports/cluster-api';
import { someClusterApiSettings } from '#test/cluster-api-orders';
import { testClock } from '#test/test-clock';
import type { KubernetesClient } from '../cluster-api/kubernetes-client.ts';
import type { Simulator } from '../start-simulator.ts';
import { storedSecrets } from '../stored-secrets.ts';

export type ManagementUnderTest = {
  url: string;
  ca: string;
  token: string;
  namespace: string;
  /** A token with read access only. */
  readerToken?: string;
  /** The simulator, if tests can inject failures. */
  simulator?: Simulator;
  /** A client for the same API, without the product's adapter. */
  client: KubernetesClient;
  /** The time limit from a cluster's creation until it is available. */
  patienceMs: number;
  stop(): Promise<void>;
};

/** Options of a session: a test's own connections, another token, or other settings. */
export type Opening = { connect?: Connect; token?: string; options?: Partial<ClusterApiOptions> };
type Opened = { settings: ClusterApiSettings; sessions: ClusterApiSessions };

export function sessionsFor(backend: ManagementUnderTest, opening: Opening = {}): Opened {
  const { connect, token = backend.token, options = {} } = opening;
  const given = { backendUrl: backend.url, caCertificate: backend.ca, namespace: backend.namespace };
  const settings = someClusterApiSettings({
    options: clusterApiOptions.parse({ ...given, infrastructure: 'in-memory', ...options }),
  });
  const secrets = storedSecrets({ [secretName('test', 'cluster-api', settings.uuid)]: { token } });
  const clock = testClock();
  return { settings, sessions: clusterApiSessions({ secrets, stage: 'test', clock, ...(connect && { connect }) }) };
}

export function openManagement(backend: ManagementUnderTest, opening: Opening = {}): Promise<ClusterApi> {
  const { sessions, settings } = sessionsFor(backend, opening);
  return sessions.open(settings);
}
