import { z } from 'zod';
import {
  authorityCertificate,
  type CertificateReadingDeps,
  type CertificateSigningDeps,
  signForCluster,
} from '#shared/app/cluster-access/issue-certificate';
import { findMagnumCluster } from '#shared/app/cluster-api/magnum/magnum-clusters';
import { linksOf } from '#shared/contracts/magnum/links';
import { text, verbatim } from '#shared/contracts/rest/_core/fields';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { withHyphens } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Conflict, Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { readBody } from '../_http/negotiate.ts';
import type { MagnumCall, MagnumRoutes } from './magnum-call.ts';

export type CertificateRoutesDeps = CertificateReadingDeps &
  CertificateSigningDeps & { store: Pick<Store, 'clusters' | 'orders'>; site: SiteSettings };

/** The minor number of Magnum's first microversion that can rotate certificate authorities: 1.5. */
const ROTATION = 5;
const MAX_NAME = 255;
const MAX_REQUEST = 20_000;
const signing = z.object({ cluster_uuid: text(MAX_NAME), csr: verbatim(MAX_REQUEST) });

/**
 * Magnum has a certificate authority for each part of a cluster. Paddock shows only the authority of the Kubernetes
 * API.
 */
function assertOfApi({ request: { query } }: MagnumCall): void {
  const type = query.get('ca_cert_type');
  if (type === null || type === 'kubernetes') return;
  throw new Invalid({ ca_cert_type: ['Only the certificate authority "kubernetes" is available.'] });
}

const viewOf = ({ root }: MagnumCall, { uuid }: Cluster, pem: string, csr: string | null) => ({
  ...{ cluster_uuid: withHyphens(uuid), pem, csr },
  links: linksOf(root, 'certificates', uuid),
});

/**
 * Signs a certificate request for the caller. Paddock's certificates are valid for at most the maximum lifetime of a
 * kubeconfig, unlike Magnum's certificates, which are valid for years.
 */
async function sign(deps: CertificateRoutesDeps, call: MagnumCall) {
  const { cluster_uuid: named, csr } = parseBody(signing, readBody(call.request));
  const { cluster } = await findMagnumCluster(deps, call, named);
  assertPermitted(call.caller, 'cluster.kubeconfig', cluster);
  assertState(cluster, ['OK', 'UPDATE_SCHEDULED', 'UPDATING']);
  assertNotReadOnly(deps.site);
  const ttlMs = deps.site.kubeconfigMaxTtlSeconds * 1000;
  const pem = await signForCluster(deps, call.caller, cluster, { signingRequest: csr, ttlMs });
  return { status: 201, body: viewOf(call, cluster, pem, csr) };
}

export const certificateRoutes = (deps: CertificateRoutesDeps): MagnumRoutes => ({
  'GET certificates/{cluster}': {
    run: async (call) => {
      const { cluster } = await findMagnumCluster(deps, call, call.params.cluster ?? '');
      assertOfApi(call);
      if (cluster.backendId === '')
        throw new Conflict(`Cluster ${cluster.name} has no certificate authority yet. Try again later.`);
      return { status: 200, body: viewOf(call, cluster, await authorityCertificate(deps, cluster), null) };
    },
  },
  'POST certificates': { run: (call) => sign(deps, call) },
  // Always refuses the request, as Magnum does if a driver cannot rotate certificate authorities
  // (docs/decisions/0105-credentials-are-rotated-and-certificates-renewed.md).
  'PATCH certificates/{cluster}': {
    since: ROTATION,
    run: async (call) => {
      await findMagnumCluster(deps, call, call.params.cluster ?? '');
      throw new Invalid(["'rotate_ca_certificate' is not supported by this driver."]);
    },
  },
});
