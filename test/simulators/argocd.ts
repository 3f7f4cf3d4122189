import { randomBytes } from 'node:crypto';
import { simClock } from './_kit/sim-clock.ts';
import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';
import { NAMESPACES, SECRETS } from './kubernetes/core-resources.ts';
import { kubeconfig } from './kubernetes/kubeconfig.ts';
import { type KubernetesContext, type KubernetesUser, memoryShelf } from './kubernetes/kubernetes-context.ts';
import { kubernetesRoutes } from './kubernetes/kubernetes-routes.ts';
import { kubernetesState } from './kubernetes/kubernetes-state.ts';
import { eventHistory } from './kubernetes/objects/event-history.ts';
import { objectStore } from './kubernetes/objects/object-store.ts';

const NAMESPACE = 'argocd';
const SEEDED = ['default', 'kube-system', NAMESPACE];

/**
 * The API server of a Kubernetes cluster with Argo CD: namespaces, and secrets, in which Argo CD keeps its data. One
 * token has all rights, another may only read.
 */
export function simulator(args: string[] = [], clock = simClock()): SimulatorDefinition {
  if (args.length > 0) throw new UsageError('The argocd simulator takes no flags of its own.');
  const token = randomBytes(32).toString('base64url');
  const readerToken = randomBytes(32).toString('base64url');
  const users = new Map<string, KubernetesUser>([
    [token, { name: 'paddock', allows: () => true }],
    [readerToken, { name: 'reader', allows: ({ verb }) => ['get', 'list', 'watch'].includes(verb) }],
  ]);
  let revision = 0;
  const shelf = memoryShelf();
  const context: KubernetesContext = {
    resources: [NAMESPACES, SECRETS],
    ...{ shelf, owners: new Map(), clock, ...eventHistory() },
    revision: { current: () => revision, next: () => String(++revision) },
    gitVersion: () => 'v1.33.1',
    userOf: ({ headers }) => users.get(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''),
    namespaceRemoval: () => ({ contents: 0, gone: 0 }),
  };
  const seed = () => {
    shelf.clear();
    context.owners.clear();
    context.history.forget();
    revision = 0;
    const store = objectStore(context);
    const writing = { manager: 'Update kubectl', dryRun: false };
    for (const name of SEEDED) store.create(NAMESPACES, '', { metadata: { name }, body: {} }, writing);
  };
  seed();
  return {
    name: 'argocd',
    delays: {},
    async routes(app) {
      await app.register(async (scope) => kubernetesRoutes(scope, () => context));
    },
    state: () => kubernetesState(context),
    sessions: () => ({ revision, users: [...users.values()].map(({ name }) => name) }),
    reset: seed,
    credentials: (server) => ({
      namespace: NAMESPACE,
      token,
      kubeconfig: kubeconfig({ name: NAMESPACE, server, access: { token } }),
      reader_token: readerToken,
      reader_kubeconfig: kubeconfig({ name: NAMESPACE, server, access: { token: readerToken } }),
    }),
    pending: clock.pending,
    close: () => clock.clear(),
  };
}
