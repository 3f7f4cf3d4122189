import { onContents } from '#shared/app/_core/steps/implement';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { rancherOf } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { LifecycleState } from '#shared/domain/_core/lifecycle-state';
import { ObjectRefused } from '#shared/errors';
import { appOfOperation, changeRelease } from './app-of-operation.ts';

const BEGUN: Readonly<Partial<Record<LifecycleState, LifecycleState>>> = {
  CREATION_SCHEDULED: 'CREATING',
  UPDATE_SCHEDULED: 'UPDATING',
  DELETION_SCHEDULED: 'DELETING',
};

export const beginApp = onContents(steps.rancher.beginApp, async (deps: RancherDeps, target) => {
  await changeRelease(deps, target, (release) => ({ ...release, state: BEGUN[release.state] ?? release.state }));
  return {};
});

const NAMESPACES = { apiVersion: 'v1', plural: 'namespaces' };
const PROJECT = 'field.cattle.io/projectId';
const isConflict = (error: unknown): boolean => error instanceof ObjectRefused && error.reason === 'AlreadyExists';

/**
 * Creates the application's namespace in its Rancher project, if it does not exist (S0-218). An existing namespace
 * stays as it is, because the API call has already checked its project.
 */
export const ensureNamespace = onContents(steps.rancher.ensureNamespace, async (deps: RancherDeps, target, cluster) => {
  const { app, release } = await appOfOperation(deps, target);
  const rancher = await rancherOf(deps, cluster);
  const name = app.namespaceName;
  if (await rancher.findObject(cluster.backendId, { ...NAMESPACES, name })) return {};
  const metadata = { name, annotations: { [PROJECT]: release.rancherProjectId } };
  try {
    await rancher.createObject(cluster.backendId, NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  return {};
});
