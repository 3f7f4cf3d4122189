import { answerTo, type FaultCase, failureOf, isOfCheck, type Kind } from '../matrix.ts';
import {
  type AppPhase,
  type ClusterChangePhase,
  type HibernationPhase,
  isAppPhase,
  isClusterChangePhase,
  isHibernationPhase,
  isNodePhase,
  isPoolPhase,
  isProjectPhase,
  isRotationPhase,
  isUpgradePhase,
  type NodePhase,
  type PoolPhase,
  type ProjectPhase,
  serviceOf,
} from '../route.ts';
import type { Mode } from '../testbed.ts';

const WHAT_COMES: Readonly<Record<Kind, string>> = {
  refuse: 'a connection cut before',
  lose: 'an answer lost after',
  '500': 'status 500 for',
  '503': 'status 503 for',
  '429': 'status 429 for',
  hang: 'no answer to',
  garbage: 'garbage in answer to',
  'always-500': 'status 500 for every',
  'always-503': 'status 503 for every',
  'always-429': 'status 429 for every',
  'always-hang': 'no answer to any',
  'always-garbage': 'garbage in answer to every',
  'always-401': 'status 401 for every',
  'always-403': 'status 403 for every',
  'always-quota': 'a quota in the way of every',
};

export function sentenceOf(one: FaultCase): string {
  const { method, route, nth } = one.position;
  const failure = failureOf(one);
  const request = `${serviceOf(one.position)}’s ${method} ${route}${failure ? '' : ` (${nth})`}`;
  return `${whatComes(one)} ${WHAT_COMES[one.kind]} ${request}`;
}

const CLUSTERS: Readonly<Record<Mode, string>> = {
  'self-managed': 'cluster',
  managed: 'managed cluster',
  pools: 'cluster with pools',
  'cluster-api': 'cluster of Cluster API',
};

function whatComes(one: FaultCase): string {
  const { mode, phase, step } = one.position;
  const cluster = CLUSTERS[mode];
  const said = failureOf(one)?.code;
  if (isNodePhase(phase)) return whatComesOfNode(one, phase);
  if (isUpgradePhase(phase)) return whatComesOfUpgrade(one);
  if (isRotationPhase(phase)) return whatComesOfRotation(one);
  if (isAppPhase(phase)) return whatComesOfApp(one, phase);
  if (isProjectPhase(phase)) return whatComesOfProject(one, phase);
  if (isPoolPhase(phase)) return whatComesOfPool(one, phase);
  if (isClusterChangePhase(phase)) return whatComesOfChange(one, phase);
  if (isHibernationPhase(phase)) return whatComesOfHibernation(one, phase);
  if (phase === 'order')
    return `an order of a ${cluster} is answered ${answerTo(one)}, leaves nothing and is accepted later, after`;
  if (phase === 'creation' && said)
    return `the creation of a ${cluster} ends ${said} in ${step} and leaves nothing when deleted, after`;
  if (phase === 'creation') return `a ${cluster} is made whole and once in spite of`;
  if (said) return `the deletion of a ${cluster} ends ${said} in ${step} and leaves nothing when asked again, after`;
  return `a ${cluster} is deleted without a trace in spite of`;
}

function whatComesOfUpgrade({ position, kind }: FaultCase): string {
  if (isOfCheck(position))
    return `an upgrade is answered ${answerTo({ position, kind })}, changes nothing and is accepted later, after`;
  const said = failureOf({ position, kind })?.code;
  if (!said) return 'every node of a cluster is brought to a newer release in spite of';
  return `an upgrade ends ${said} in ${position.step}, and the same again brings every node to the release, after`;
}

function whatComesOfRotation(one: FaultCase): string {
  if (isOfCheck(one.position))
    return `a rotation of certificates is answered ${answerTo(one)}, changes nothing and is accepted later, after`;
  const said = failureOf(one)?.code;
  if (!said) return 'the certificates of a cluster are rotated once in spite of';
  return `a rotation of certificates ends ${said} in ${one.position.step}, and is done once when asked for again, after`;
}

const APP_WORK: Readonly<Record<AppPhase, string>> = {
  'app-creation-check': 'the installation of an application',
  'app-creation': 'the installation of an application',
  'app-update-check': 'the upgrade of an application',
  'app-update': 'the upgrade of an application',
  'app-rollback': 'the roll back of an application',
  'app-deletion': 'the deletion of an application',
};

function whatComesOfApp(one: FaultCase, phase: AppPhase): string {
  const work = APP_WORK[phase];
  if (isOfCheck(one.position))
    return `${work} is answered ${answerTo(one)}, changes nothing and is accepted later, after`;
  const said = failureOf(one)?.code;
  if (!said) return `${work} is done once in spite of`;
  return `${work} ends ${said} in ${one.position.step} while its cluster stays OK, and is done when asked for again, after`;
}

const POOL_WORK: Readonly<Record<string, string>> = {
  'scale-up': 'one more machine in a pool',
  'scale-down': 'one chosen machine less in a pool',
  roll: 'a new machine in place of each one of a pool',
};

function whatComesOfPool(one: FaultCase, phase: PoolPhase): string {
  const what = POOL_WORK[phase.replace('-check', '')];
  if (isOfCheck(one.position))
    return `a request for ${what} is answered ${answerTo(one)}, changes nothing and is accepted later, after`;
  const said = failureOf(one)?.code;
  if (!said) return `there is ${what}, and nothing else changes, in spite of`;
  return `a change ends ${said} in ${one.position.step}, and there is ${what} when it is asked for again, after`;
}

const CHANGE_WORK: Readonly<Record<string, string>> = {
  resize: 'one more worker',
  'newer-version': 'a newer Kubernetes',
};

function whatComesOfChange(one: FaultCase, phase: ClusterChangePhase): string {
  const what = CHANGE_WORK[phase.replace('-check', '')];
  if (isOfCheck(one.position))
    return `a request for ${what} is answered ${answerTo(one)}, changes nothing and is accepted later, after`;
  const said = failureOf(one)?.code;
  if (!said) return `a cluster of Cluster API gets ${what} in spite of`;
  return `a change ends ${said} in ${one.position.step}, and the cluster gets ${what} when it is asked for again, after`;
}

const PROJECT_WORK: Readonly<Record<ProjectPhase, string>> = {
  'project-creation': 'the creation of a project',
  'project-update': 'a change of limits',
  'project-members': 'a change of members',
  'project-deletion': 'the deletion of a project',
};

function whatComesOfProject(one: FaultCase, phase: ProjectPhase): string {
  const work = PROJECT_WORK[phase];
  const said = failureOf(one)?.code;
  if (!said) return `${work} is done once and whole in spite of`;
  if (phase === 'project-members') return `${work} takes nobody else’s access, and is done later, after`;
  return `${work} ends ${said} in ${one.position.step}, or with a warning, and is whole when retried, after`;
}

function whatComesOfHibernation(one: FaultCase, phase: HibernationPhase): string {
  const what = phase === 'wake' ? 'a hibernated cluster wakes up' : 'a cluster hibernates';
  const said = failureOf(one)?.code;
  if (!said) return `${what}, with all its nodes, in spite of`;
  return `${what} when asked again, after it ended ${said} in ${one.position.step} by`;
}

function whatComesOfNode(one: FaultCase, phase: NodePhase): string {
  const role = phase.endsWith('server') ? 'server' : 'worker';
  const said = failureOf(one)?.code;
  const { step } = one.position;
  if (phase.startsWith('replace-')) {
    return `another ${role} comes in a ${role}’s place, at the latest when it is asked for again, in spite of`;
  }
  if (phase.startsWith('delete-')) {
    if (!said) return `a ${role} is deleted without a trace, and its cluster stays OK, in spite of`;
    return `the deletion of a ${role} ends ${said} in ${step} while its cluster stays OK, and leaves nothing when asked again, after`;
  }
  if (isOfCheck(one.position))
    return `a request for a ${role} is answered ${answerTo(one)}, leaves nothing and is accepted later, after`;
  if (!said) return `a ${role} is added once and whole in spite of`;
  return `a ${role} that is added ends ${said} in ${step} while its cluster stays OK, and another one is made after it, after`;
}
