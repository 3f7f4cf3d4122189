import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ManagementAddress } from '#infra/local/cluster-api-market';
import { OperatorError } from '#infra/local/operator-error';
import type { UndoStack } from '#infra/local/undo-stack';
import { PARTS } from './cluster-api/kinds-and-webhooks.ts';
import { startClusterApi } from './cluster-api/start-cluster-api.ts';
import { NAMESPACE, startManagers } from './cluster-api/start-managers.ts';
import { startKubernetes } from './kubernetes/start-kubernetes.ts';
import type { RealOptions, Timed } from './real-options.ts';
import { clusterApiFolder, kubernetesPrograms, managersFolder } from './real-settings.ts';
import type { Suite } from './run-suite.ts';
import type { Summary } from './summary.ts';

export type RealClusterApi = { suite: Suite; started: Summary['started'] };

export const noClusterApi = (): OperatorError =>
  new OperatorError(
    'Say where Kubernetes and Cluster API are: PADDOCK_REAL_KUBERNETES_PROGRAMS, and PADDOCK_REAL_CLUSTER_API_PROGRAM or ' +
      'PADDOCK_REAL_CLUSTER_API_MANAGERS, are their folders (CONTRIBUTING.md, "On real servers").',
  );

/**
 * Starts a Kubernetes API, and Cluster API's core manager on it. Returns undefined if the folder of one of their programs
 * is not given.
 */
export async function realClusterApi(
  options: RealOptions,
  undo: UndoStack,
  timed: Timed,
): Promise<RealClusterApi | undefined> {
  const [programs, folder] = [kubernetesPrograms(), clusterApiFolder()];
  if (programs === undefined || folder === undefined) return undefined;
  const missing = Object.values(PARTS).filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) throw new OperatorError(`${folder} has no ${missing.join(', ')}.`);
  const home = join(options.home, 'cluster-api');
  const logDir = join(options.logDir, 'cluster-api');
  const address = await timed('Cluster API started', async () => {
    const kubernetes = await startKubernetes({ ...options, programs, home: join(home, 'kubernetes'), logDir });
    undo.push(kubernetes.stop);
    const { address: found } = kubernetes;
    const { stop } = await startClusterApi({ ...options, folder, home: join(home, 'manager'), logDir, address: found });
    undo.push(stop);
    return found;
  });
  return {
    suite: {
      name: 'contract of Cluster API',
      files: ['test/contracts/cluster-api.contract.test.ts'],
      env: { PADDOCK_REAL_CLUSTER_API: JSON.stringify(address) },
    },
    started: [['cluster-api', basename(folder), new URL(address.url).host]],
  };
}

/**
 * Starts all managers of Cluster API, including the in-memory infrastructure provider. The managers have their own
 * Kubernetes API. Returns undefined if the programs are not given.
 */
export async function realManagers(
  options: RealOptions,
  undo: UndoStack,
  timed: Timed,
): Promise<(RealClusterApi & { address: ManagementAddress }) | undefined> {
  const [programs, folder] = [kubernetesPrograms(), managersFolder()];
  if (programs === undefined || folder === undefined) return undefined;
  const home = join(options.home, 'managers');
  const logDir = join(options.logDir, 'managers');
  const address = await timed('managers of Cluster API started', async () => {
    const kubernetes = await startKubernetes({ ...options, programs, home: join(home, 'kubernetes'), logDir });
    undo.push(kubernetes.stop);
    const { address: found } = kubernetes;
    const { stop } = await startManagers({ ...options, folder, home: join(home, 'files'), logDir, address: found });
    undo.push(stop);
    return { url: found.url, token: found.token, ca: found.ca, namespace: NAMESPACE };
  });
  return {
    address,
    suite: {
      name: 'contract of a management cluster',
      files: ['test/contracts/cluster-api-management.contract.test.ts'],
      env: { PADDOCK_REAL_CLUSTER_API_MANAGEMENT: JSON.stringify(address) },
    },
    started: [['cluster-api-managers', basename(folder), new URL(address.url).host]],
  };
}
