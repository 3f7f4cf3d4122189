import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { stageStacks, synth } from './synth.ts';

test('in a private cloud every function joins the given subnets and trusts the given authorities', () => {
  const template = synth({
    PADDOCK_SUBNET_IDS: 'subnet-1,subnet-2',
    PADDOCK_SECURITY_GROUP_IDS: 'sg-1',
    PADDOCK_CA_BUNDLE_LAYER_ARN: 'arn:aws:lambda:us-east-1:000000000000:layer:ca:1',
  });
  const all = Object.keys(template.findResources('AWS::Lambda::Function')).length;
  template.resourcePropertiesCountIs(
    'AWS::Lambda::Function',
    {
      VpcConfig: { SubnetIds: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'] },
      Layers: ['arn:aws:lambda:us-east-1:000000000000:layer:ca:1'],
      Environment: { Variables: Match.objectLike({ NODE_EXTRA_CA_CERTS: '/opt/ca-bundle.pem' }) },
    },
    all,
  );
}, 60_000);

test('every function has the proxy that the stage names, and none has one where it names none', () => {
  const proxied = (template: Template) =>
    Object.values(template.findResources('AWS::Lambda::Function')).map(({ Properties }) => {
      const { OUTBOUND_PROXY, OUTBOUND_NO_PROXY } = Properties.Environment.Variables;
      return [OUTBOUND_PROXY, OUTBOUND_NO_PROXY];
    });
  const template = synth({ PADDOCK_HTTPS_PROXY: 'http://proxy.test:3128', PADDOCK_NO_PROXY: 'vault,10.0.0.0/8' });
  expect(new Set(proxied(template).map(String))).toEqual(new Set(['http://proxy.test:3128,vault,10.0.0.0/8']));
  expect(new Set(proxied(synth()).map(String))).toEqual(new Set([',']));
}, 60_000);

test('machines phone home to the public address when there is one', () => {
  synth({ PADDOCK_PUBLIC_URL: 'https://paddock.example.org' }).hasResourceProperties('AWS::Lambda::Function', {
    FunctionName: 'test-steps-openstack',
    Environment: { Variables: Match.objectLike({ PUBLIC_URL: 'https://paddock.example.org' }) },
  });
}, 60_000);

test('steps give a backend up after the time the stage is configured with', () => {
  synth({ PADDOCK_BACKEND_TIMEOUT_SECONDS: '2' }).hasResourceProperties('AWS::Lambda::Function', {
    FunctionName: 'test-steps-vault',
    Environment: { Variables: Match.objectLike({ BACKEND_TIMEOUT_SECONDS: '2' }) },
  });
}, 60_000);

test('steps have a part of the account to themselves where the stage is configured so, and API functions never', () => {
  const reserved = (env?: Record<string, string>) =>
    Object.values(synth(env).findResources('AWS::Lambda::Function'))
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions === 7)
      .map(({ Properties }) => String(Properties.FunctionName))
      .toSorted();
  const backends = [
    'access',
    'argocd',
    'cluster-api',
    'infrastructure',
    'keycloak',
    'openstack',
    'rancher',
    'records',
    'vault',
    'watch',
  ];
  expect(reserved({ PADDOCK_STEP_CONCURRENCY: '7' })).toEqual(backends.map((name) => `test-steps-${name}`));
  expect(reserved()).toEqual([]);
}, 60_000);

test('a stage that is kept keeps its table, another one is removed with it', () => {
  const kept = synth({ PADDOCK_REMOVAL_POLICY: 'retain' });
  kept.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Retain' });
  synth({ PADDOCK_REMOVAL_POLICY: 'destroy' }).hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete' });
}, 60_000);

test("CloudFormation's own rules find nothing", () => {
  const { paddock, monitoring } = stageStacks(
    {},
    new App({ context: { '@aws-cdk/core:validateAgainstDefaultRules': true } }),
  );
  for (const stack of [paddock, monitoring]) expect(() => Template.fromStack(stack)).not.toThrow();
}, 60_000);
