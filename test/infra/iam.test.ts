import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API_ROUTES } from '#functions/api/api-routes';
import { MACHINE_NAMES } from '#machines/machine-names';
import { allStates, aslOf, isChildStart, isLambda } from './asl.ts';
import {
  type RoleStatement,
  rightsText,
  roleStatements,
  rolesWithManagedPolicies,
  withoutHashes,
} from './role-statements.ts';
import { synth } from './synth.ts';

const functionOf = z.object({ FunctionName: z.string() });
const childOf = z.object({ StateMachineArn: z.string() });

let template: Template;
let statements: RoleStatement[];
beforeAll(() => {
  template = synth();
  statements = roleStatements(template);
}, 60_000);

test('what every role may do is what the snapshot says', async () => {
  await expect(rightsText(statements)).toMatchFileSnapshot('iam.snapshot.txt');
});

test('no action is a wildcard, and no role has a managed policy', () => {
  expect(statements.map(({ action }) => action).filter((action) => action.includes('*'))).toEqual([]);
  expect(rolesWithManagedPolicies(template)).toEqual([]);
});

test('only actions that know no resource are allowed on everything', () => {
  const everywhere = statements.filter(({ resource }) => resource === '*').map(({ action }) => action);
  const known =
    /^(xray:(Put|GetSampling)|logs:.*(LogDelivery|LogDeliveries|ResourcePolic|DescribeLogGroups)|dynamodb:ListStreams$)/;
  expect(everywhere.filter((action) => !known.test(action))).toEqual([]);
});

test('events of changes are for ever: nobody who may change rows may change or remove those (S0-167)', () => {
  const mayTo = (table: RegExp) =>
    new Set(statements.filter(({ resource }) => table.test(resource)).map(({ action }) => action.split(':')[1] ?? ''));
  expect(mayTo(/^DataTable\.Arn/)).toContain('UpdateItem');
  expect(mayTo(/^DataTable\.Arn/)).toContain('DeleteItem');
  expect([...mayTo(/^DataAuditTable\.Arn/)].sort()).toEqual(['BatchGetItem', 'GetItem', 'PutItem', 'Query']);
  const read = statements.filter((it) => /^DataAuditTable\.Arn/.test(it.resource) && it.action !== 'dynamodb:PutItem');
  expect([...new Set(read.map(({ role }) => role))]).toEqual(['ApiapirecordsRole']);
});

test('no right depends on leading keys, of which AWS does not say how it looks at them within a transaction', () => {
  expect(JSON.stringify(template.toJSON())).not.toContain('dynamodb:LeadingKeys');
});

const secretsOf = (role: RegExp) =>
  statements
    .filter((it) => role.test(it.role) && it.action.startsWith('secretsmanager:'))
    .map(({ action, resource }) => `${action.slice('secretsmanager:'.length)} ${resource.split('paddock/test/')[1]}`)
    .sort();

test.each([
  // The OpenStack step that creates a machine also creates the machine's secret id for Vault. So the secret id is not
  // stored. If Rancher or Cluster API creates the machines, OpenStack steps create the cluster's application
  // credential.
  [
    /^Stepsopenstack/,
    [
      ...['CreateSecret cloud-credential/*', 'DeleteSecret cloud-credential/*', 'GetSecretValue cloud-credential/*'],
      ...['GetSecretValue openstack/*', 'GetSecretValue registration/*', 'GetSecretValue vault/*'],
      ...['PutSecretValue cloud-credential/*'],
    ],
  ],
  [
    /^Stepsvault/,
    [
      ...['CreateSecret registration/*', 'GetSecretValue registration/*'],
      ...['GetSecretValue vault/*', 'PutSecretValue registration/*'],
    ],
  ],
  [/^Stepswatch/, ['GetSecretValue cluster-api/*', 'GetSecretValue openstack/*', 'GetSecretValue rancher/*']],
  // The management cluster gets the application credential of each cluster.
  [/^Stepsclusterapi/, ['GetSecretValue cloud-credential/*', 'GetSecretValue cluster-api/*']],
  // The login of a global catalog is deleted when no cluster has the catalog any more.
  [
    /^Stepsaccess/,
    [
      ...['DeleteSecret catalog/*', 'GetSecretValue catalog/*'],
      ...['GetSecretValue keycloak/*', 'GetSecretValue rancher/*', 'GetSecretValue waldur/*'],
    ],
  ],
  [/^Stepskeycloak/, ['GetSecretValue keycloak/*']],
  [/^Stepsrecords/, []],
  // For a request for a new node, the API reads the present state of the cloud to plan the node.
  [/^Apiapiclusters/, ['GetSecretValue cluster-api/*', 'GetSecretValue openstack/*', 'GetSecretValue rancher/*']],
  [/^Apiapiofferings/, ['GetSecretValue openstack/*', 'GetSecretValue rancher/*']],
  // The API writes the options of a resource to Argo CD as labels.
  [/^Apiapiorders/, ['GetSecretValue argocd/*', 'GetSecretValue openstack/*']],
  [/^SyncsWatchClusters/, ['GetSecretValue cluster-api/*', 'GetSecretValue openstack/*', 'GetSecretValue rancher/*']],
  [/^Apiwebhooksrancher/, ['GetSecretValue webhook/*']],
  [/^Apiwebhooksnodes/, []],
  [/^Apiwebhooksrelays/, ['GetSecretValue cluster-api/*', 'GetSecretValue webhook/*']],
  [/^Dispatch/, []],
  [/^Apiapi(records|default)/, []],
])('%s reads secrets of its own backends only', (role, expected) => {
  expect(statements.some((it) => role.test(it.role))).toBe(true);
  expect(secretsOf(role)).toEqual(expected);
});

test('the function of the default route may invoke those that the gateway leads to, and nothing else', () => {
  const own = statements.filter(({ role, resource }) => role.startsWith('Apiapidefault') && resource !== '*');
  const invoked = own.filter(({ action }) => action === 'lambda:InvokeFunction').map(({ resource }) => resource);
  const routed = new Set(API_ROUTES.map(({ entry }) => `Api${entry.replaceAll('/', '')}.Arn`));
  expect(invoked.sort()).toEqual([...routed].sort());
  expect(own.filter(({ action }) => !/^(lambda:InvokeFunction|logs:\w+)$/.test(action))).toEqual([]);
});

test("a provider's secrets are read back only where half of one may be replaced, and where they are tried", () => {
  const prefixes = ['argocd', 'cluster-api', 'keycloak', 'openstack', 'rancher', 'vault', 'waldur', 'webhook'];
  expect(secretsOf(/^Apiapiproviders/)).toEqual(
    ['CreateSecret', 'DeleteSecret', 'GetSecretValue', 'PutSecretValue'].flatMap((action) =>
      prefixes.map((prefix) => `${action} ${prefix}/*`),
    ),
  );
});

test('machines are started by the dispatchers, by schedules and by machines, by nobody else', () => {
  const starters = statements.filter(({ action }) => action === 'states:StartExecution').map(({ role }) => role);
  expect(starters.filter((role) => !/^(Dispatch|Workflows|AccessSyncs)/.test(role))).toEqual([]);
});

test.each(MACHINE_NAMES)(
  '%s may invoke exactly the functions it calls and start exactly the machines it starts',
  (name) => {
    const allowed = (action: string) => {
      const own = statements.filter((it) => it.role.startsWith(`Workflows${name.replaceAll('-', '')}Role`));
      return own.filter((it) => it.action === action).map(({ resource }) => resource);
    };
    const states = allStates(aslOf(template, name)).map(([, state]) => state);
    const called = states.filter(isLambda).map(({ Arguments }) => functionOf.parse(Arguments).FunctionName);
    expect(new Set(allowed('lambda:InvokeFunction'))).toEqual(new Set(called.map(withoutHashes)));
    const started = states.filter(isChildStart).map(({ Arguments }) => childOf.parse(Arguments).StateMachineArn);
    const children = allowed('states:StartExecution').map((arn) => arn.replace(/.*stateMachine:test-/, ''));
    expect(children.map((it) => it.replaceAll('-', '')).sort()).toEqual(
      [...new Set(started)].map((it) => withoutHashes(it).replace(/^Workflows|Machine$/g, '')).sort(),
    );
  },
);
