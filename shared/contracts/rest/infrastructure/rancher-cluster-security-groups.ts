import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type {
  ClusterSecurityGroup,
  GroupRule,
} from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import { securityRuleProblem } from '#shared/domain/infrastructure/security-groups/security-rule-problem';
import { type FieldErrors, Invalid } from '#shared/errors';
import { exampleUuid } from '../_core/example-uuid.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import { described, type FieldText } from '../_core/field-text.ts';
import { integer, looseText, optional, paragraphs, uuidText } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { projectFields, viewProjectOf } from '../_core/placement.ts';

const ruleView = z
  .object({
    uuid: z.string(),
    ethertype: z.enum(['IPv4', 'IPv6']),
    direction: z.enum(['ingress', 'egress']),
    protocol: z.enum(['', 'tcp', 'udp', 'icmp']),
    from_port: z.int(),
    to_port: z.int(),
    cidr: z.string().nullable(),
    description: z.string(),
  })
  .meta({ id: 'ClusterSecurityGroupRule' });

export const securityGroupView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    description: z.string(),
    state: z.enum(['OK', 'UPDATING', 'ERRED']),
    cluster: z.string(),
    cluster_uuid: z.string(),
    cluster_name: z.string(),
    ...projectFields,
    rules: z.array(ruleView),
    created: z.string(),
    modified: z.string(),
    ...failureFields,
  })
  .meta({ id: 'ClusterSecurityGroup' });
type SecurityGroupView = z.infer<typeof securityGroupView>;

const viewRule = ({ fromPort, toPort, ...rule }: GroupRule) => ({ ...rule, from_port: fromPort, to_port: toPort });

export const viewSecurityGroup = (link: Link, group: ClusterSecurityGroup): SecurityGroupView => ({
  url: link('rancher-cluster-security-groups', group.uuid),
  uuid: group.uuid,
  name: group.name,
  description: group.description,
  state: group.state,
  cluster: link('rancher-clusters', group.clusterUuid),
  cluster_uuid: group.clusterUuid,
  cluster_name: group.clusterName,
  ...viewProjectOf(link, group),
  rules: group.rules.map(viewRule),
  created: group.created,
  modified: group.modified,
  ...viewFailure(group.lastError),
});

const RULE_TEXTS = {
  uuid: {
    is: 'The uuid of a rule that the group already has.',
    without: 'the rule is new',
    example: exampleUuid('rules'),
  },
  ethertype: { is: 'IP version of the rule.', default: 'IPv4', example: 'IPv4' },
  direction: {
    is: '`ingress`: traffic to machines. `egress`: traffic from machines.',
    default: 'ingress',
    example: 'ingress',
  },
  protocol: { is: '`tcp`, `udp` or `icmp`.', without: 'every protocol; both ports must be -1', example: 'tcp' },
  from_port: {
    is: 'First port of the range. For `icmp`, the type. -1 in both port fields means every port.',
    without: 'the rule is refused',
    example: 30_000,
  },
  to_port: {
    is: 'Last port of the range. For `icmp`, the code. -1 in both port fields means every port.',
    without: 'the rule is refused',
    example: 32_767,
  },
  cidr: { is: 'Network at the other end of the traffic.', without: 'every address', example: '198.51.100.0/24' },
  description: { is: 'Purpose of the rule.', without: 'none', example: 'Node ports for the office' },
} satisfies Record<string, FieldText>;
const port = () => optional(integer(-1, 65_535));
const ruleBody = z.object(
  described(
    {
      uuid: optional(uuidText()),
      ethertype: z.enum(['IPv4', 'IPv6']).default('IPv4'),
      direction: z.enum(['ingress', 'egress']).default('ingress'),
      protocol: looseText(40).nullish(),
      from_port: port(),
      to_port: port(),
      cidr: optional(looseText(100)),
      description: paragraphs(2000).default(''),
    },
    RULE_TEXTS,
  ),
);
const MAX_RULES = 200;
const RULES = 'The complete list of wanted rules.';
/** Example rules: HTTP and HTTPS for everybody, and node ports for one network. */
const NEW_RULES = [
  { protocol: 'tcp', from_port: 80, to_port: 80, cidr: '0.0.0.0/0', description: 'HTTP' },
  { protocol: 'tcp', from_port: 443, to_port: 443, cidr: '0.0.0.0/0', description: 'HTTPS' },
  {
    protocol: 'tcp',
    from_port: 30_000,
    to_port: 32_767,
    cidr: '198.51.100.0/24',
    description: 'Node ports for the office',
  },
];
const newRules = z.object({ rules: z.array(ruleBody).max(MAX_RULES).meta({ description: RULES }) });
/** The body of a `PATCH`. If `rules` is missing, the existing rules are sent to the clouds again. */
const sameRules = z.object({
  rules: z
    .array(ruleBody)
    .max(MAX_RULES)
    .optional()
    .meta({ description: `${RULES} If this is left out, the existing rules are sent to every tenant again.` }),
});
type RuleBody = z.infer<typeof ruleBody>;

const protocols: readonly string[] = ['', 'tcp', 'udp', 'icmp'] satisfies GroupRule['protocol'][];
const isProtocol = (text: string): text is GroupRule['protocol'] => protocols.includes(text);

/**
 * Returns one rule, or the errors in the body. `known` contains the uuids of the group's rules. A uuid in the body must
 * be in `known`.
 */
function readRule(
  body: RuleBody,
  known: ReadonlySet<Uuid>,
  newUuid: () => Uuid,
): { problem: FieldErrors } | { rule: GroupRule } {
  const { uuid, ethertype, direction, description, protocol: given } = body;
  if (uuid && !known.has(uuid)) {
    return { problem: { uuid: [`Security group does not have rule with id ${uuid}.`] } };
  }
  const [fromPort, toPort, cidr, protocol] = [
    body.from_port ?? null,
    body.to_port ?? null,
    body.cidr ?? null,
    given ?? '',
  ];
  const problem = securityRuleProblem({ ethertype, protocol, fromPort, toPort, cidr });
  if (problem || fromPort === null || toPort === null || !isProtocol(protocol)) return { problem: problem ?? {} };
  return { rule: { uuid: uuid || newUuid(), ethertype, direction, protocol, fromPort, toPort, cidr, description } };
}

/**
 * Reads the new rules of a group, which replace all its rules. A rule with a uuid keeps this uuid
 * (docs/spec/waldur-rancher.md#security-group-rules). Throws Invalid with the errors of each rule.
 */
export function parseRules(
  body: unknown,
  { rules: existing }: ClusterSecurityGroup,
  { isPartial, newUuid }: { isPartial: boolean; newUuid: () => Uuid },
): GroupRule[] {
  const { rules } = isPartial ? parseBody(sameRules, body) : parseBody(newRules, body);
  if (rules === undefined) return existing;
  const known = new Set(existing.map(({ uuid }) => uuid));
  const read = rules.map((rule) => readRule(rule, known, newUuid));
  if (read.some((item) => 'problem' in item)) {
    throw new Invalid({ rules: read.map((item) => ('problem' in item ? item.problem : {})) });
  }
  return read.flatMap((item) => ('rule' in item ? [item.rule] : []));
}

export const securityGroupListing: Listing<ClusterSecurityGroup, SecurityGroupView> = {
  filters: {
    within: ['customer', 'project'],
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name },
    uuids: { cluster_uuid: ({ clusterUuid }) => clusterUuid },
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: securityGroupView,
  view: viewSecurityGroup,
};

const change = {
  rule: 'security_group.update',
  bodyExample: { rules: NEW_RULES },
  description:
    'Existing rules whose uuid is not in the body are deleted; rules of the body that have no uuid are created. The group is changed in every ' +
    'tenant of the cluster before the call answers. Rules with an address range that were added outside Paddock are deleted too. If a tenant ' +
    'cannot be reached, the call fails, but the rules are stored. The group is then `ERRED`, and `error_message` names the tenant. Repeat the ' +
    'call to complete the change.',
  reply: securityGroupView,
  refuses: [400, 405, 409, 502],
} as const;

const operations: ApiOperations = {
  'GET /': { summary: 'List security groups of managed clusters', rule: 'visible.list', listing: securityGroupListing },
  'GET /{uuid}/': {
    summary: 'Show a security group of a managed cluster',
    rule: 'security_group.see',
    reply: securityGroupView,
  },
  'PUT /{uuid}/': { summary: 'Replace the rules of a security group', body: newRules, ...change },
  'PATCH /{uuid}/': {
    summary: 'Replace or reapply the rules of a security group',
    body: sameRules,
    ...change,
  },
};

export const rancherClusterSecurityGroupsResource: RestResource = {
  group: 'Customers',
  is: 'Firewall rules of managed clusters.',
  operations,
};
