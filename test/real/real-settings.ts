import { join, resolve } from 'node:path';
import { localHome, portSetting } from '#infra/local/local-settings';
import { OperatorError } from '#infra/local/operator-error';

/** The folder in which real servers are kept between runs: PADDOCK_REAL_DIR, or `real` beside the other downloads. */
export const realHome = (): string => resolve(process.env.PADDOCK_REAL_DIR || join(localHome(), 'real'));

/** The first port that real servers may take. */
export const firstPort = (): number => portSetting('PADDOCK_REAL_PORT', 15_000);

/** The folder with etcd, kube-apiserver and kube-controller-manager: PADDOCK_REAL_KUBERNETES_PROGRAMS. */
export function kubernetesPrograms(): string | undefined {
  const given = process.env.PADDOCK_REAL_KUBERNETES_PROGRAMS;
  return given ? resolve(given) : undefined;
}

/** The folder with a release of Cluster API, from the environment variable PADDOCK_REAL_CLUSTER_API_PROGRAM. */
export function clusterApiFolder(): string | undefined {
  const given = process.env.PADDOCK_REAL_CLUSTER_API_PROGRAM;
  return given ? resolve(given) : undefined;
}

/** The folder with the folders of Cluster API's managers: PADDOCK_REAL_CLUSTER_API_MANAGERS. */
export function managersFolder(): string | undefined {
  const given = process.env.PADDOCK_REAL_CLUSTER_API_MANAGERS;
  return given ? resolve(given) : undefined;
}

const PARTS = ['suites', 'keycloak', 'contents', 'projects', 'cluster-api', 'access', 'order', 'managed'] as const;
export type RealPart = 'all' | (typeof PARTS)[number];
const isPart = (text: string): text is RealPart => ['all', ...PARTS].includes(text);

/**
 * What the command line asks for: everything, or one part.
 * @throws OperatorError for anything else
 */
export function realPart([part = 'all', ...more]: string[]): RealPart {
  if (more.length === 0 && isPart(part)) return part;
  throw new OperatorError(
    `Say npm run test:real for everything, or npm run test:real -- <part> for one part: ${PARTS.join(', ')}.`,
  );
}
