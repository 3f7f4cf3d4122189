import { issueKubeconfig } from '#shared/app/cluster-access/issue-kubeconfig';
import { kubeconfigView, readKubeconfigTtl } from '#shared/contracts/rest/clusters/cluster-kubeconfig';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

export const kubeconfigRoute = (deps: Parameters<typeof issueKubeconfig>[0]): Routes => ({
  'POST /{uuid}/kubeconfig/': async ({ request, params, caller }) => {
    const readTtlSeconds = () => readKubeconfigTtl(readBody(request), deps.site);
    const wanted = { uuidText: params.uuid ?? '', readTtlSeconds };
    const { config, expiresAt } = await issueKubeconfig(deps, caller, wanted);
    return ok(kubeconfigView, { config, expires_at: expiresAt });
  },
});
