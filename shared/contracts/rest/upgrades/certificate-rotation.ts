import { z } from 'zod';
import { instant } from '#shared/domain/_core/identifier';
import { type CertificateRotation, rotatedService } from '#shared/domain/clusters/certificate-rotation';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Node } from '#shared/domain/nodes/node';
import { nodeRole } from '#shared/domain/planning/order-attributes';
import { certificateEnds, earliestEnd } from '#shared/domain/upgrades/certificate-ends';
import { described, type FieldText } from '../_core/field-text.ts';
import { flag } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { Link } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

const ROTATION_TEXTS = {
  services: {
    is: 'Services of RKE2 whose certificates are rotated.',
    without: 'certificates of all services',
    example: ['kubelet', 'kube-proxy'],
  },
  force: {
    is: 'Whether to rotate even if nodes or the cluster are not active, for example because certificates have expired.',
    default: false,
    example: false,
  },
} satisfies Record<string, FieldText>;

const rotationBody = knownFields(
  z.object(
    described(
      { services: z.array(rotatedService).max(rotatedService.options.length).optional(), force: flag().optional() },
      ROTATION_TEXTS,
    ),
  ),
);

/** Body of `POST rancher-clusters/{uuid}/rotate_certificates/`. The body may be empty. Throws Invalid. */
export function parseRotation(body: unknown) {
  const { services = [], force = false } = parseBody(rotationBody, body);
  return { services: [...new Set(services)], isForced: force };
}

const rotationView = z
  .object({
    services: z
      .array(rotatedService)
      .meta({ description: 'Services whose certificates are rotated. Empty: all services.' }),
  })
  .meta({ id: 'CertificateRotation' });
const viewRotation = ({ services }: CertificateRotation): z.infer<typeof rotationView> => ({ services });

const AT_THE_EARLIEST = 'Null if it is not known when the certificates were issued.';
export const certificatesView = z
  .object({
    rotation: rotationView.nullable().meta({ description: 'The rotation that is running or was interrupted.' }),
    rotated_at: instant.nullable().meta({ description: 'End of the last rotation that included all services.' }),
    expires_at: instant.nullable().meta({
      description:
        'The earliest time at which a certificate of a node may expire. Null if `nodes` is empty, or if this time is not known for one of the nodes.',
    }),
    nodes: z.array(
      z.object({
        url: z.string(),
        uuid: z.string(),
        name: z.string(),
        role: nodeRole,
        issued_at: instant
          .nullable()
          .meta({ description: 'The node’s certificates were issued at this time or later. Null if it is not known.' }),
        expires_at: instant.nullable().meta({
          description: `The earliest time at which the node’s certificates may expire: a year after \`issued_at\`. RKE2 renews certificates when it restarts in the last months before they expire. ${AT_THE_EARLIEST}`,
        }),
      }),
    ),
  })
  .meta({ id: 'ClusterCertificates' });

export function viewCertificates(
  link: Link,
  cluster: Cluster,
  nodes: readonly Node[],
): z.infer<typeof certificatesView> {
  const ends = certificateEnds(cluster, nodes);
  return {
    rotation: cluster.certificateRotation ? viewRotation(cluster.certificateRotation) : null,
    rotated_at: cluster.certificatesRotatedAt ?? null,
    expires_at: earliestEnd(ends),
    nodes: ends.map(({ node: { uuid, spec }, issuedAt, endsAt }) => ({
      ...{ url: link('rancher-nodes', uuid), uuid, name: spec.name, role: spec.role },
      ...{ issued_at: issuedAt, expires_at: endsAt },
    })),
  };
}

export const certificateOperations = {
  'GET /{uuid}/certificates/': {
    summary: 'Show when the certificates of a cluster expire',
    description:
      'Rancher does not report when certificates of RKE2 clusters expire. Paddock computes the earliest possible times from the creation of nodes and from rotations.',
    rule: 'cluster.see',
    reply: certificatesView,
  },
  'POST /{uuid}/rotate_certificates/': {
    summary: 'Rotate the certificates of a cluster',
    description:
      'Rancher gives new certificates to one node after the other and restarts RKE2 there: servers first, then agents. Workloads keep running; the ' +
      'API server is unavailable for short times. The cluster is `UPDATE_SCHEDULED`, `UPDATING` and then `OK` again. Every node must be active, ' +
      'unless `force` is set, and no other operation may be running (409 with the reason). If the cluster becomes `ERRED`, call this again: the same ' +
      'rotation continues.',
    rule: 'cluster.rotate_certificates',
    body: rotationBody,
    status: 202,
    reply: certificatesView,
    refuses: [400, 405, 409, 502],
  },
} as const satisfies ApiOperations;
