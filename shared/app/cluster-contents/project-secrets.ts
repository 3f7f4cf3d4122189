import pMap from 'p-map';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { type ContentDeps, openAsCaller } from './open-content.ts';

const SECRETS_MS = 10_000;
/** Maximum number of namespaces whose secrets are read. Each namespace takes one request while the caller waits. */
const MAX_NAMESPACES = 50;
const AT_ONCE = 5;

/** Lists the secrets in the namespaces of a project as the caller, with one request to the cluster for each namespace. */
export async function listProjectSecrets(
  deps: ContentDeps,
  caller: Caller,
  uuidText: string,
): Promise<{ name: string; id: string }[]> {
  const project = await getVisible(deps.store.rancherProjects, 'Project', uuidText, seenBy(caller));
  assertPermitted(caller, 'content.see_secret_names', project);
  const { rancher, cluster } = await openAsCaller(deps, caller, await deps.store.clusters.get(project.clusterUuid));
  const lists = await withTimeout(SECRETS_MS, () =>
    pMap(
      project.namespaces.slice(0, MAX_NAMESPACES),
      async ({ name: namespace }) =>
        (await rancher.listSecretNames(cluster.backendId, namespace)).map((name) => ({
          name,
          id: `${namespace}/${name}`,
        })),
      { concurrency: AT_ONCE },
    ),
  );
  return lists.flat();
}
