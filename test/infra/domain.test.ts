import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { stageStacks, synth } from './synth.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:000000000000:certificate/1';
const DOMAIN = { PADDOCK_DOMAIN_NAME: 'paddock.example.org', PADDOCK_CERTIFICATE_ARN: CERTIFICATE };

const publicUrlOf = (template: Template): unknown =>
  Object.values(
    template.findResources('AWS::Lambda::Function', { Properties: { FunctionName: 'test-steps-openstack' } }),
  )
    .map(({ Properties }) => Properties.Environment.Variables.PUBLIC_URL)
    .at(0);

describe('a stage with a domain of its own', () => {
  test('answers there, with its certificate and TLS 1.2 or later, and nowhere else', () => {
    const template = synth(DOMAIN);
    template.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'paddock.example.org',
      DomainNameConfigurations: [{ CertificateArn: CERTIFICATE, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
    });
    template.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
      Stage: '$default',
      ApiMappingKey: Match.absent(),
    });
    template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
    template.hasOutput('ApiUrl', { Value: 'https://paddock.example.org' });
    expect(Object.keys(template.findOutputs('*'))).toEqual(
      expect.arrayContaining(['DomainTarget', 'DomainTargetZone']),
    );
  }, 60_000);

  test('has that domain as its public address, unless it is given another', () => {
    expect(publicUrlOf(synth(DOMAIN))).toBe('https://paddock.example.org');
    const other = { ...DOMAIN, PADDOCK_PUBLIC_URL: 'https://front.example.org' };
    expect(publicUrlOf(synth(other))).toBe('https://front.example.org');
  }, 60_000);

  test('is as CloudFormation and the AWS Solutions rules want it', () => {
    const app = new App({ context: { '@aws-cdk/core:validateAgainstDefaultRules': true } });
    const { paddock } = stageStacks(DOMAIN, app);
    expect(() => Template.fromStack(paddock)).not.toThrow();
    const { violations } = new AwsSolutionsChecks(app).validateScope(paddock);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
  }, 60_000);
});

test('a stage without a domain answers at the gateway’s own address', () => {
  const template = synth();
  template.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
  template.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
}, 60_000);

test('both stacks have the stage’s tags, so that CloudFormation puts them on all that they make', () => {
  const { paddock, monitoring } = stageStacks({ PADDOCK_TAGS: '{"cost-center": "4711"}' });
  for (const stack of [paddock, monitoring]) {
    expect(stack.tags.tagValues()).toEqual({ 'cost-center': '4711', 'paddock:stage': 'test' });
  }
}, 60_000);
