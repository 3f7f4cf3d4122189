import { z } from 'zod';
import { networkProblem, supernetProblem } from '#shared/domain/infrastructure/networks/node-supernet';
import { integer, MAX_TEMPLATE, optional, text, uuidText, verbatim } from '../_core/fields.ts';

/** A text of at most 50 characters in which `problemOf` finds no problem. */
const checked = (problemOf: (given: string) => string | undefined) =>
  text(50).superRefine((given, context) => {
    const message = problemOf(given);
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: given });
  });
const network = () => checked(networkProblem);

/**
 * Maximum numbers of networks and ports. The numbers are limited because a security group has one rule for each pair of
 * network and port.
 */
const MAX_CIDRS = 20;
const MAX_PORTS = 10;
/** Networks from which operators administer clusters. */
export const managementCidrs = () => z.array(network()).max(MAX_CIDRS).nullish();
const MAX_RESERVED = 100;

export const managedOptions = {
  customer_uuid: optional(uuidText()),
  node_network_supernet: optional(checked(supernetProblem)),
  reserved_networks: z.array(network()).max(MAX_RESERVED).nullish(),
  management_cidrs: managementCidrs(),
  management_ports: z.array(integer(1, 65_535)).max(MAX_PORTS).nullish(),
  managed_rancher_load_balancer_cloud_init_template: optional(verbatim(MAX_TEMPLATE)),
};

const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
export const managedOptionsView = {
  customer_uuid: orNull(z.string()),
  node_network_supernet: orNull(z.string()),
  reserved_networks: orNull(z.array(z.string())),
  management_cidrs: orNull(z.array(z.string())),
  management_ports: orNull(z.array(z.int())),
  managed_rancher_load_balancer_cloud_init_template: orNull(z.string()),
};
