import { randomBytes } from 'node:crypto';
import { newAuthority } from './_kit/certificate-authority.ts';
import { pacedClock } from './_kit/paced-clock.ts';
import { type SimClock, simClock } from './_kit/sim-clock.ts';
import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';
import { clusterAdmission } from './cluster-api/admission.ts';
import { clusterApiState } from './cluster-api/cluster-api-state.ts';
import { CLUSTER_API_KINDS } from './cluster-api/kinds.ts';
import { clusterApiDelays } from './cluster-api/management.ts';
import { managerLoop } from './cluster-api/manager-loop.ts';
import { NAMESPACE, seedManagement } from './cluster-api/seed-management.ts';
import { CORE_RESOURCES, ENDPOINT_SLICES } from './kubernetes/core-resources.ts';
import { type KubernetesContext, type KubernetesUser, memoryShelf } from './kubernetes/kubernetes-context.ts';
import { kubernetesRoutes } from './kubernetes/kubernetes-routes.ts';
import { eventHistory } from './kubernetes/objects/event-history.ts';

const authority = await newAuthority('CN=kubernetes-management');
const certificate = await authority.issue('127.0.0.1');

/**
 * A management cluster with Cluster API 1.10.5. Simulates its API server, and what the managers do with clusters of a
 * ClusterClass. The infrastructure provider of a cluster is OpenStack or in-memory. If a Secret holds the credential of
 * a cloud, the simulator calls that cloud. The simulated clusters have no API of their own. One token has all rights,
 * another may only read.
 */
export function simulator(args: string[] = [], given: SimClock = simClock()): SimulatorDefinition {
  if (args.length > 0) throw new UsageError('The cluster-api simulator takes no flags of its own.');
  const delays = { ...clusterApiDelays };
  const clock = pacedClock(given, delays);
  const token = randomBytes(32).toString('base64url');
  const readerToken = randomBytes(32).toString('base64url');
  const users = new Map<string, KubernetesUser>([
    [token, { name: 'system:serviceaccount:paddock:paddock', allows: () => true }],
    [readerToken, { name: 'reader', allows: ({ verb }) => ['get', 'list', 'watch'].includes(verb) }],
  ]);
  let revision = 0;
  const shelf = memoryShelf();
  const context: KubernetesContext = {
    resources: [...CORE_RESOURCES, ENDPOINT_SLICES, ...CLUSTER_API_KINDS],
    ...{ shelf, owners: new Map(), clock, ...eventHistory() },
    revision: { current: () => revision, next: () => String(++revision) },
    gitVersion: () => 'v1.33.5',
    userOf: ({ headers }) => users.get(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''),
    ...{ admit: clusterAdmission, collectsGarbage: true },
    namespaceRemoval: () => ({ contents: 0, gone: 0 }),
  };
  seedManagement(context);
  const loop = managerLoop({ context, delays });
  return {
    ...{ name: 'cluster-api', delays, tls: certificate },
    async routes(app) {
      await app.register(async (scope) => kubernetesRoutes(scope, () => context));
    },
    state: () => clusterApiState(context),
    sessions: () => ({ revision, users: [...users.values()].map(({ name }) => name), problems: loop.problems() }),
    reset() {
      clock.clear();
      shelf.clear();
      context.owners.clear();
      context.history.forget();
      revision = 0;
      loop.forget();
      seedManagement(context);
      clock.clear();
      loop.forget();
    },
    credentials: () => ({
      namespace: NAMESPACE,
      token,
      reader_token: readerToken,
      ca_certificate: authority.certificate,
    }),
    pending: () => clock.pending() + loop.pending(),
    close: () => clock.clear(),
  };
}
