import { randomBytes } from 'node:crypto';
import { simClock } from './_kit/sim-clock.ts';
import { type SimulatorDefinition, UsageError } from './_kit/simulator-definition.ts';
import { kubeconfig } from './kubernetes/kubeconfig.ts';
import { type KubernetesUser, kubernetesContext } from './kubernetes/kubernetes-context.ts';
import { kubernetesRoutes } from './kubernetes/kubernetes-routes.ts';
import { kubernetesState } from './kubernetes/kubernetes-state.ts';

const NAMESPACE = 'argocd';

/**
 * The API server of a Kubernetes cluster in which an Argo CD runs: namespaces and secrets, which is where Argo CD keeps what
 * it knows. One token may everything, another only read.
 */
export function simulator(args: string[] = [], clock = simClock()): SimulatorDefinition {
  if (args.length > 0) throw new UsageError('The argocd simulator takes no flags of its own.');
  const token = randomBytes(32).toString('base64url');
  const readerToken = randomBytes(32).toString('base64url');
  const users = new Map<string, KubernetesUser>([
    [token, { name: 'paddock', verbs: 'all' }],
    [readerToken, { name: 'reader', verbs: 'read' }],
  ]);
  const context = kubernetesContext(clock, { namespaces: [NAMESPACE], users });
  return {
    name: 'argocd',
    delays: {},
    async routes(app) {
      await app.register(async (scope) => kubernetesRoutes(scope, context));
    },
    state: () => kubernetesState(context),
    sessions: () => ({ revision: context.revision, users: [...users.values()].map(({ name }) => name) }),
    reset: () => context.seed(),
    credentials: (server) => ({
      namespace: NAMESPACE,
      token,
      kubeconfig: kubeconfig({ name: NAMESPACE, server, token }),
      reader_token: readerToken,
      reader_kubeconfig: kubeconfig({ name: NAMESPACE, server, token: readerToken }),
    }),
    close: () => clock.clear(),
  };
}
