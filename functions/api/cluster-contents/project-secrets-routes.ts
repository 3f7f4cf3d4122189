import type { ContentDeps } from '#shared/app/cluster-contents/open-content';
import { listProjectSecrets } from '#shared/app/cluster-contents/project-secrets';
import {
  createProjectSecret,
  deleteProjectSecret,
  type NamedSecret,
  updateProjectSecret,
} from '#shared/app/cluster-contents/write-project-secrets';
import {
  parseNewSecret,
  parseSecretChange,
  parseSecretValues,
  secretView,
  viewSecret,
} from '#shared/contracts/rest/cluster-contents/project-secrets';
import { projectSecrets } from '#shared/contracts/rest/cluster-contents/rancher-projects';
import { readBody } from '../_http/negotiate.ts';
import { created, noContent, ok } from '../_http/replies.ts';
import type { Params, Routes } from '../_http/router.ts';

const named = ({ uuid = '', namespace = '', name = '' }: Params): NamedSecret => ({ uuidText: uuid, namespace, name });

export const projectSecretsRoutes = (deps: ContentDeps): Routes => ({
  'GET /{uuid}/secrets/': async ({ params, caller }) =>
    ok(projectSecrets, await listProjectSecrets(deps, caller, params.uuid ?? '')),
  'POST /{uuid}/secrets/': async ({ request, params, caller }) => {
    const parseSecret = () => parseNewSecret(readBody(request));
    const made = await createProjectSecret(deps, caller, { uuidText: params.uuid ?? '', parseSecret });
    return created(secretView, viewSecret(made));
  },
  'PUT /{uuid}/secrets/{namespace}/{name}/': async ({ request, params, caller }) => {
    const parseValues = () => parseSecretValues(readBody(request));
    return ok(secretView, viewSecret(await updateProjectSecret(deps, caller, { ...named(params), parseValues })));
  },
  'PATCH /{uuid}/secrets/{namespace}/{name}/': async ({ request, params, caller }) => {
    const parseChange = () => parseSecretChange(readBody(request));
    return ok(secretView, viewSecret(await updateProjectSecret(deps, caller, { ...named(params), parseChange })));
  },
  'DELETE /{uuid}/secrets/{namespace}/{name}/': async ({ params, caller }) => {
    await deleteProjectSecret(deps, caller, named(params));
    return noContent;
  },
});
