import type { Template } from 'aws-cdk-lib/assertions';
import { z } from 'zod';

const oneOrMany = z.union([z.unknown().array(), z.unknown().transform((one) => [one])]);
const statement = z.object({
  Effect: z.literal('Allow'),
  /** A statement with conditions fails the test, because the snapshot does not show conditions. */
  Condition: z.never().optional(),
  Action: z.union([z.array(z.string()), z.string().transform((one) => [one])]),
  Resource: oneOrMany.optional().default([]),
});
const policyDocument = z.object({ Statement: z.array(statement) });
const role = z.object({
  Properties: z.object({
    ManagedPolicyArns: z.array(z.unknown()).optional(),
    Policies: z.array(z.object({ PolicyDocument: policyDocument })).default([]),
  }),
});
const policy = z.object({
  Properties: z.object({ PolicyDocument: policyDocument, Roles: z.array(z.object({ Ref: z.string() })) }),
});

export type RoleStatement = { role: string; action: string; resource: string };

/** Removes the hashes from logical ids. A hash changes when a construct moves, although the rights stay the same. */
export const withoutHashes = (text: string) => text.replaceAll(/([A-Za-z])[0-9A-F]{8}\b/g, '$1');

const resourceText = (value: unknown): string =>
  withoutHashes(typeof value === 'string' ? value : flatten(value)).replaceAll(
    /^arn:aws:|:us-east-1:000000000000:/g,
    ':',
  );

function flatten(value: unknown): string {
  const joined = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }).safeParse(value);
  if (joined.success) return joined.data['Fn::Join'][1].map(flatten).join('');
  const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).safeParse(value);
  if (attribute.success) return attribute.data['Fn::GetAtt'].join('.');
  const reference = z.object({ Ref: z.string() }).safeParse(value);
  if (reference.success) return reference.data.Ref.replace('AWS::Partition', 'aws');
  return z.string().parse(value);
}

const statementsOf = (name: string, document: z.infer<typeof policyDocument>): RoleStatement[] =>
  document.Statement.flatMap(({ Action, Resource }) =>
    Action.flatMap((action) =>
      Resource.map((it) => ({ role: withoutHashes(name), action, resource: resourceText(it) })),
    ),
  );

/**
 * Every action that a role allows, with its resource. The statements come from the roles and from separate policies.
 */
export function roleStatements(template: Template): RoleStatement[] {
  const inRoles = Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([name, item]) =>
    role.parse(item).Properties.Policies.flatMap(({ PolicyDocument }) => statementsOf(name, PolicyDocument)),
  );
  const beside = Object.values(template.findResources('AWS::IAM::Policy')).flatMap((item) => {
    const { PolicyDocument, Roles } = policy.parse(item).Properties;
    return Roles.flatMap(({ Ref }) => statementsOf(Ref, PolicyDocument));
  });
  return [...inRoles, ...beside];
}

export const rolesWithManagedPolicies = (template: Template): string[] =>
  Object.entries(template.findResources('AWS::IAM::Role'))
    .filter(([, item]) => role.parse(item).Properties.ManagedPolicyArns?.length)
    .map(([name]) => name);

/** One line per role and set of actions, with the resources. Every new right is then visible as one line of a diff. */
export function rightsText(statements: readonly RoleStatement[]): string {
  const actions = group(
    statements,
    ({ role, resource }) => `${role} | ${resource}`,
    ({ action }) => action,
  );
  const rights = [...actions].map(([key, names]) => {
    const [role = '', resource = ''] = key.split(' | ');
    return { key: `${role}: ${names.join(' ')}`, resource };
  });
  const lines = [
    ...group(
      rights,
      ({ key }) => key,
      ({ resource }) => resource,
    ),
  ];
  return `${lines
    .map(([key, resources]) => `${key} -> ${resources.join(' ')}`)
    .sort()
    .join('\n')}\n`;
}

function group<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  textOfItem: (item: T) => string,
): Map<string, string[]> {
  const groups = Map.groupBy(items, keyOf);
  return new Map([...groups].map(([key, members]) => [key, [...new Set(members.map(textOfItem))].sort()]));
}
