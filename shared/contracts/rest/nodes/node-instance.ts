import { z } from 'zod';
import { instanceUuid, NIL_UUID } from '#shared/domain/_core/identifier';
import type { Node } from '#shared/domain/nodes/node';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { Link } from '../_core/listing.ts';

const URL_OF_MACHINE = `https://paddock.example/api/openstack-tenants/${exampleUuid('openstack-tenants')}/instances/${exampleUuid('instances')}/`;

/**
 * The machine of a node, in Waldur's fields. Waldur's clients accept only a uuid as its uuid
 * (docs/decisions/0052-waldurs-own-client-reads-every-answer.md).
 */
export const nodeInstanceFields = {
  instance: z
    .string()
    .nullable()
    .meta({ format: 'uri', description: 'The node’s machine; null until there is one.', examples: [URL_OF_MACHINE] }),
  instance_name: z.string(),
  instance_uuid: z.string(),
  /**
   * Always the nil UUID, never the cluster's resource: a client that terminates a machine's resource would terminate
   * the cluster. Waldur also sells single machines, and leaves the field out if a machine has no resource.
   */
  instance_marketplace_uuid: z.literal(NIL_UUID).meta({
    description: 'Always the nil UUID: a machine has no resource of its own.',
    examples: [NIL_UUID],
  }),
  /** Nova's id of the machine; empty until it is known. */
  instance_backend_id: z.string(),
};

export function viewNodeInstance(link: Link, { spec, instanceId }: Node) {
  const uuid = instanceId === '' ? NIL_UUID : instanceUuid(spec.tenantUuid, instanceId);
  return {
    instance: instanceId === '' ? null : link('openstack-tenants', spec.tenantUuid, `instances/${uuid}/`),
    instance_name: instanceId === '' ? '' : spec.name,
    instance_uuid: uuid,
    instance_marketplace_uuid: NIL_UUID,
    instance_backend_id: instanceId,
  };
}
