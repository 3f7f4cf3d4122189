import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { cloudRule } from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import type { SecurityRule } from '#shared/domain/infrastructure/security-groups/security-rules';
import { looseText } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { parseList } from '../_core/parse-body.ts';

/** Maximum number of rules: Neutron's default quota for all security groups of a project. */
const MAX_RULES = 100;

const isCidr = ({ cidr, ethertype }: { cidr: string; ethertype: 'IPv4' | 'IPv6' }): boolean =>
  ethertype === 'IPv6' ? ipaddr.IPv6.isValidCIDR(cidr) : ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr);
const rule = z
  .object({
    cidr: looseText(100)
      .default('192.168.42.0/24')
      .meta({ description: 'Network that may reach the management port.' }),
    ethertype: z.enum(['IPv4', 'IPv6']).default('IPv4').meta({ description: 'IP version of the network in `cidr`.' }),
  })
  .superRefine((given, context) => {
    if (isCidr(given)) return;
    context.addIssue({ code: 'custom', path: ['cidr'], message: `Invalid CIDR format: ${given.cidr}`, input: given });
  });
const managementGroupBody = z.array(rule).min(1).max(MAX_RULES);

/**
 * The rules of the management security group: each CIDR of the body may reach the management port (`port`). Throws
 * Invalid if a CIDR is not valid.
 */
export function parseManagementRules(body: unknown, port: number): SecurityRule[] {
  const open = { direction: 'ingress', protocol: 'tcp', fromPort: port, toPort: port, description: '' } as const;
  return parseList(managementGroupBody, body).map((given) => cloudRule({ ...open, ...given }));
}

export const managementGroupView = z.object({ security_group_uuid: z.string() });

export const managementGroupOperations: ApiOperations = {
  'POST /{uuid}/create_management_security_group/': {
    summary: 'Create the management security group of a cluster',
    rule: 'cluster.create_management_security_group',
    description:
      'Creates a security group with the cluster’s name in the tenant that the provider names ' +
      '(`management_tenant_uuid`). The group opens the management port (`management_tenant_access_port`, by default ' +
      '443) to each network of the body. The group is deleted with the cluster. If the cloud cannot be reached, ' +
      'repeat the call to finish it. 400 if the group exists already, or if the provider names no tenant.',
    body: managementGroupBody,
    bodyExample: [{ cidr: '192.168.42.0/24', ethertype: 'IPv4' }],
    status: 201,
    reply: managementGroupView,
    refuses: [400, 405, 409, 502],
  },
};
