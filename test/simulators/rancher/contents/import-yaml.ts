import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { RancherError } from '../_core/rancher-errors.ts';
import type { ManagementCluster } from '../_core/rancher-objects.ts';
import { CREATOR, PROJECT } from './content-types.ts';
import type { ClusterUser } from './inside-access.ts';
import { kubectlApply } from './kubectl-apply.ts';
import { parseManifests } from './kubectl-manifest.ts';
import { checkMay, makeNamespace } from './norman-namespaces.ts';

const input = z.object({
  yaml: z.string().default(''),
  namespace: z.string().nullish(),
  defaultNamespace: z.string().nullish(),
  projectId: z.string().nullish(),
});
const UNREACHABLE =
  'failed to download openapi: the server is currently unable to handle the request; if you choose to ignore these errors, turn validation off with --validate=false';

const output = (status: 200 | 400, message: string) => ({
  status,
  body: { type: 'importYamlOutput', baseType: 'importYamlOutput', message },
});

/**
 * `?action=importYaml`: runs `kubectl apply` with a file in the cluster. `namespace` is kubectl's `-n`, and
 * `defaultNamespace` is the namespace of kubectl's context. Namespaces in the file join the project that the body
 * names. The answer is 200 or 400, with kubectl's output.
 */
export function importYaml(
  context: RancherContext,
  { id, active }: ManagementCluster,
  given: unknown,
  user: ClusterUser,
) {
  if (given === undefined) {
    throw new RancherError(500, 'ServerError', 'unmarshaling input error: unexpected end of JSON input');
  }
  const { yaml, namespace, defaultNamespace, projectId } = input.parse(given);
  const file = `./management-state/tmp/yaml-${randomInt(1_000_000_000)}`;
  if (!active) return output(400, `error: error validating "${file}": error validating data: ${UNREACHABLE}\n`);
  if (projectId) placeNamespaces(context, id, { yaml, projectId, user });
  const { inCluster, admit } = user;
  const cluster = { ...context.contents.inside(id), gitVersion: () => '', userOf: () => inCluster, admit };
  const where = { file, namespace: namespace ?? '', usual: defaultNamespace ?? '' };
  const { isWhole, message } = kubectlApply(yaml, { context: cluster, user: inCluster, ...where });
  return output(isWhole ? 200 : 400, message);
}

type Placing = { yaml: string; projectId: string; user: ClusterUser };

/** Rancher itself makes the namespaces before kubectl runs. */
function placeNamespaces(context: RancherContext, id: string, { yaml, projectId, user }: Placing): void {
  const { contents } = context;
  const names = parseManifests(yaml, '').manifests.filter(({ kind }) => kind === 'Namespace');
  for (const { metadata } of names) {
    const name = String(metadata.name ?? '');
    const found = contents.find(id, 'namespace', name);
    if (!found) {
      makeNamespace(context, id, user.ofNamespaces, {
        name,
        projectId,
        labels: {},
        annotations: {},
        resourceQuota: undefined,
      });
      continue;
    }
    checkMay('update', found, user.ofNamespaces);
    const annotations = { [CREATOR]: user.ofNamespaces.userId, ...found.annotations, [PROJECT]: projectId };
    contents.change(found, { labels: found.labels, annotations, body: found.body });
  }
}
