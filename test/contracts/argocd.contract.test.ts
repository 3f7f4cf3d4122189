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

/** `{kubeconfig, namespace}` of a real Kubernetes API: a path or the text itself, with a token; the namespace must exist. */
const real = process.env.PADDOCK_REAL_KUBERNETES;
if (real === undefined) {
  argocdContract('the Argo CD simulator', simulated, true);
} else {
  const given = z.object({ kubeconfig: z.string(), namespace: z.string() }).parse(JSON.parse(real));
  const kubeconfig = existsSync(given.kubeconfig) ? readFileSync(given.kubeconfig, 'utf8') : given.kubeconfig;
  argocdContract('a real Kubernetes', async () => ({ ...given, kubeconfig, stop: async () => {} }), false);
}
