import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ArgocdUnderTest } from './argocd/argocd-under-test.ts';
import { argocdContract } from './argocd.contract.ts';
import { startSimulator } from './start-simulator.ts';

const printed = z.object({ kubeconfig: z.string(), reader_kubeconfig: z.string(), namespace: z.string() });

async function simulated(): Promise<ArgocdUnderTest> {
  const simulator = await startSimulator('argocd');
  const { kubeconfig, reader_kubeconfig, namespace } = printed.parse(simulator.printed);
  return { kubeconfig, readerKubeconfig: reader_kubeconfig, namespace, simulator, stop: simulator.stop };
}

const textOf = (given: string): string => (existsSync(given) ? readFileSync(given, 'utf8') : given);
const access = z.object({
  kubeconfig: z.string().transform(textOf),
  readerKubeconfig: z.string().transform(textOf).optional(),
  namespace: z.string(),
});

/**
 * `{kubeconfig, namespace, readerKubeconfig?}` of a real Kubernetes API. Each kubeconfig is a path or the text of the
 * file, and contains a token. The namespace must exist. The reader may only get the namespace's secrets.
 */
const real = process.env.PADDOCK_REAL_KUBERNETES;
if (real === undefined) {
  argocdContract('the Argo CD simulator', simulated, true);
} else {
  const { readerKubeconfig, ...given } = access.parse(JSON.parse(real));
  const backend = { ...given, ...(readerKubeconfig && { readerKubeconfig }), stop: async () => {} };
  argocdContract('a real Kubernetes', async () => backend, false);
}
