import { z } from 'zod';
import { instanceUuid, NIL_UUID } from '#shared/domain/_core/identifier';
import type { Node } from '#shared/domain/nodes/node';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { Link } from '../_core/link.ts';

const URL_OF_MACHINE = `https://paddock.example/api/openstack-tenants/${exampleUuid('openstack-tenants')}/instances/${exampleUuid('instances')}/`;

/**
 * The machine of a node, as Waldur has it: its clients take nothing but a uuid for its uuids
 * (docs/decisions/0052-waldurs-own-client-reads-every-answer.md).
 */
export const nodeInstanceFields = {
  instance: z
    .string()
    .nullable()
    .meta({ format: 'uri', description: 'Its machine; null until there is one.', examples: [URL_OF_MACHINE] }),
  instance_name: z.string(),
  instance_uuid: z.string(),
  /**
   * Never that of the cluster: whoever ends the resource of one machine would end the cluster. Waldur sells a machine by itself, too,
   * and leaves the field out where one has no resource.
   */
  instance_marketplace_uuid: z.literal(NIL_UUID).meta({
    description: 'Of no resource, which the nil UUID says: machines are not sold apart from their cluster.',
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
