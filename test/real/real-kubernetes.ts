import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { OperatorError } from '#infra/local/operator-error';
import type { UndoStack } from '#infra/local/undo-stack';
import { kubeconfigOf } from './kubernetes/credentials.ts';
import { PROGRAMS, startKubernetes } from './kubernetes/start-kubernetes.ts';
import type { RealOptions, Timed } from './real-options.ts';
import { kubernetesPrograms } from './real-settings.ts';
import type { Suite } from './run-suite.ts';
import type { Summary } from './summary.ts';

/** A Kubernetes API that this run has started. Suites may change anything in it. */
export type RealKubernetes = {
  env: { PADDOCK_REAL_KUBERNETES: string; PADDOCK_REAL_CONTENTS: string };
  started: Summary['started'];
};

/**
 * Integration suites that test the contents of clusters through Paddock's API. They run on a real Kubernetes API behind
 * the simulated Rancher.
 */
const FILES = [
  'acting',
  'write-contents',
  'content-yaml',
  'write-projects',
  'delete-contents',
  'project-secrets',
  'import-yaml',
].map((name) => `test/integration/cluster-contents/${name}.int.test.ts`);

export const contentsSuites = ({ env }: RealKubernetes): Suite[] => [
  {
    ...{ name: 'objects inside clusters', env },
    files: ['test/contracts/kubernetes-objects.contract.test.ts'],
  },
  { name: 'contents of clusters through the API', project: 'integration', files: FILES, env },
];

const PROJECT_FILES = [
  ...['project-orders', 'project-access', 'project-members', 'project-usages'],
  ...['namespace-figures', 'gpu-projects', 'gpu-policies'],
].map((name) => `test/integration/rancher-projects/${name}.int.test.ts`);

/**
 * Suites for projects in a shared cluster, and for the site agent's plugin. They use a real Kubernetes API behind the
 * simulated Rancher, and a real Keycloak.
 */
export const projectSuites = ({ env }: RealKubernetes, keycloak: Record<string, string>): Suite[] => {
  const onBoth = { project: 'integration', env: { ...env, ...keycloak } };
  return [
    { name: 'projects in a shared cluster', files: PROJECT_FILES, ...onBoth },
    {
      ...{ name: 'the site agent’s plugin', ...onBoth },
      files: ['test/integration/waldur-clients/rancher-plugin.int.test.ts'],
    },
  ];
};

export const noPrograms = (): OperatorError =>
  new OperatorError(
    `Say where ${PROGRAMS.join(', ')} are: PADDOCK_REAL_KUBERNETES_PROGRAMS is the folder (CONTRIBUTING.md, "On real servers").`,
  );

/** Starts a real Kubernetes API. Returns undefined if no programs are given. */
export async function realKubernetes(
  options: RealOptions,
  undo: UndoStack,
  timed: Timed,
): Promise<RealKubernetes | undefined> {
  const programs = kubernetesPrograms();
  if (programs === undefined) return undefined;
  const home = join(options.home, 'kubernetes');
  const logDir = join(options.logDir, 'kubernetes');
  const { address, stop } = await timed('Kubernetes started', () =>
    startKubernetes({ ...options, programs, home, logDir }),
  );
  undo.push(stop);
  return {
    env: {
      PADDOCK_REAL_KUBERNETES: JSON.stringify({ kubeconfig: kubeconfigOf(address), namespace: 'default' }),
      PADDOCK_REAL_CONTENTS: JSON.stringify(address),
    },
    started: PROGRAMS.map((name) => [name, versionOf(programs, name), new URL(address.url).host] as const),
  };
}

/** @throws OperatorError when the folder lacks the program, or the program does not run here */
function versionOf(programs: string, name: string): string {
  try {
    const said = execFileSync(join(programs, name), ['--version'], { encoding: 'utf8', timeout: 30_000 });
    return /\d+\.\d+\.\d+\S*/.exec(said)?.[0] ?? '';
  } catch (error) {
    throw new OperatorError(`${join(programs, name)} does not run: ${String(error)}`);
  }
}
