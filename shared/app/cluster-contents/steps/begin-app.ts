import { onContents } from '#shared/app/_core/steps/implement';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import { steps } from '#shared/contracts/steps';
import type { LifecycleState } from '#shared/domain/_core/lifecycle-state';
import { NAMESPACE_PROJECT, namespaceProject } from '#shared/domain/cluster-contents/namespace-project';
import { NotAllowed, ObjectRefused } from '#shared/errors';
import { appOfOperation, changeRelease } from './app-of-operation.ts';
import { asRequester } from './requester.ts';

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

/** Creates the namespace. Returns false if a namespace of this name exists. */
async function created(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (!(error instanceof ObjectRefused)) throw error;
    if (error.reason === 'AlreadyExists') return false;
    throw new NotAllowed(error.message, error);
  }
}

/**
 * Creates the application's namespace in its Rancher project with the rights of the user who requested the application,
 * if the namespace does not exist (S0-218). An existing namespace stays as it is. It must be in the project. Otherwise,
 * the application would get into a namespace that the user did not name by its project, such as one of Rancher's.
 */
export const ensureNamespace = onContents(steps.rancher.ensureNamespace, async (deps: RancherDeps, target, cluster) => {
  const { app, release } = await appOfOperation(deps, target);
  const { namespaceName: name } = app;
  const { rancherProjectId } = release;
  const metadata = { name, annotations: { [NAMESPACE_PROJECT]: rancherProjectId } };
  await asRequester(deps, cluster, release, async (charts) => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
    if (await created(charts.createObject(cluster.backendId, NAMESPACES, namespace))) return;
    const found = await charts.findObject(cluster.backendId, { ...NAMESPACES, name });
    if (found && namespaceProject(found) === rancherProjectId) return;
    throw new NotAllowed(`The namespace ${name} exists in another project of the cluster. Choose another name.`);
  });
  return {};
});
