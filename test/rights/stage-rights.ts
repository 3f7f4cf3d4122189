import { z } from 'zod';
import type { Resource } from './stage-template.ts';

const many = z.union([z.array(z.string()), z.string().transform((one) => [one])]);
const statement = z.looseObject({ Effect: z.enum(['Allow', 'Deny']), Action: many, Resource: many.optional() });
const document = z.looseObject({ Statement: z.array(statement) });
export type PolicyDocument = z.infer<typeof document>;

const role = z.object({ Policies: z.array(z.object({ PolicyDocument: document })).default([]) });
const policy = z.object({ PolicyDocument: document, Roles: z.array(z.string()) });

export function policiesOfRoles(resources: readonly Resource[]): Map<string, PolicyDocument[]> {
  const ofType = (type: string) => resources.filter((it) => it.type === type);
  const inRoles = ofType('AWS::IAM::Role').map(
    ({ id, properties }) => [id, role.parse(properties).Policies.map((it) => it.PolicyDocument)] as const,
  );
  const roles = new Map<string, PolicyDocument[]>(inRoles);
  for (const { properties } of ofType('AWS::IAM::Policy')) {
    const { PolicyDocument, Roles } = policy.parse(properties);
    for (const name of Roles) roles.set(name, [...(roles.get(name) ?? []), PolicyDocument]);
  }
  return roles;
}

export type Right = { role: string; action: string; resource: string };

export const rightsOf = (roles: ReadonlyMap<string, readonly PolicyDocument[]>): Right[] =>
  [...roles].flatMap(([name, documents]) =>
    documents
      .flatMap(({ Statement }) => Statement)
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action, Resource = [] }) =>
        Action.flatMap((action) => Resource.map((resource) => ({ role: name, action, resource }))),
      ),
  );

const permission = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string(),
});
const key = z.object({ KeyPolicy: document });
const queuePolicy = z.object({ PolicyDocument: document });
const logPolicy = z.object({ PolicyDocument: z.string().transform((text) => document.parse(JSON.parse(text))) });

const KEY_ARN = 'arn:aws:kms:us-east-1:000000000000:key/00000000-0000-0000-0000-000000000000';

const STATEMENTS_OF: Readonly<Record<string, (properties: unknown) => PolicyDocument['Statement']>> = {
  'AWS::Lambda::Permission': (properties) => {
    const { Action, FunctionName, Principal, SourceArn } = permission.parse(properties);
    const condition = { ArnLike: { 'aws:SourceArn': SourceArn } };
    const by = { Service: Principal };
    return [{ Effect: 'Allow', Principal: by, Action: [Action], Resource: [FunctionName], Condition: condition }];
  },
  'AWS::KMS::Key': (properties) =>
    key.parse(properties).KeyPolicy.Statement.map((it) => ({ ...it, Resource: [KEY_ARN] })),
  'AWS::SQS::QueuePolicy': (properties) => queuePolicy.parse(properties).PolicyDocument.Statement,
  'AWS::Logs::ResourcePolicy': (properties) => logPolicy.parse(properties).PolicyDocument.Statement,
};

/** The statements of the resources' own policies. */
export const resourceStatements = (resources: readonly Resource[]): PolicyDocument['Statement'] =>
  resources.flatMap(({ type, properties }) => STATEMENTS_OF[type]?.(properties) ?? []);
