import { runInNewContext } from 'node:vm';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '#infra/console/headers';
import { stageStacks, synth } from './synth.ts';

const CONSOLE = { PADDOCK_CONSOLE: 'true' };

describe('a stage with a console', () => {
  let template: Template;
  beforeAll(() => {
    template = synth(CONSOLE);
  }, 60_000);

  test('answers /console/ from a private bucket, and forwards all other paths to the API without caching', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: [Match.objectLike({ PathPattern: '/console/*' })],
        DefaultCacheBehavior: Match.objectLike({
          AllowedMethods: Match.arrayWith(['POST', 'DELETE']),
          // AWS's managed policies: no caching, and all headers of the caller except `Host`.
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        }),
      },
    });
    template.resourceCountIs('AWS::CloudFront::OriginAccessControl', 1);
    template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: { ContentSecurityPolicy: { ContentSecurityPolicy: CONTENT_SECURITY_POLICY } },
      },
    });
  });

  test('has the address of CloudFront as its public address, for cookies, sign-ins and e-mails', () => {
    const address = Match.objectLike({ 'Fn::Join': Match.anyValue() });
    for (const [FunctionName, variables] of [
      ['test-api-public', { PUBLIC_URL: address }],
      ['test-syncs-deliver-mails', { PUBLIC_URL: address, CONSOLE_URL: address }],
    ] as const) {
      template.hasResourceProperties('AWS::Lambda::Function', {
        FunctionName,
        Environment: { Variables: Match.objectLike(variables) },
      });
    }
    expect(Object.keys(template.findOutputs('*'))).toEqual(expect.arrayContaining(['ConsoleUrl', 'ConsoleBucketName']));
  });

  test.each([
    ['console-root', '/', { statusCode: 302, location: '/console/' }],
    ['console-root', '/api/users/me/', { uri: '/api/users/me/' }],
    ['console-page', '/console/', { uri: '/console/index.html' }],
    ['console-page', '/console/clusters/0b9d', { uri: '/console/index.html' }],
    ['console-page', '/console/assets/index-a.js', { uri: '/console/assets/index-a.js' }],
  ])('its function %s makes of %s %j', (name, uri, expected) => {
    const [found] = Object.values(
      template.findResources('AWS::CloudFront::Function', { Properties: { Name: `test-${name}` } }),
    );
    const answer = runInNewContext(`${found?.Properties.FunctionCode}; handler(event)`, {
      event: {
        request: { uri, headers: { 'x-paddock-viewer-address': { value: 'forged' } } },
        viewer: { ip: '192.0.2.7' },
      },
    });
    const { statusCode, headers } = answer;
    expect(statusCode ? { statusCode, location: headers.location.value } : { uri: answer.uri }).toEqual(expected);
  });

  test('gives the API the viewer’s address, whatever the viewer says, and proves that by a key', () => {
    const [root] = Object.values(
      template.findResources('AWS::CloudFront::Function', { Properties: { Name: 'test-console-root' } }),
    );
    const headers = { 'x-paddock-viewer-address': { value: '203.0.113.9' } };
    const event = { request: { uri: '/api/users/me/', headers }, viewer: { ip: '192.0.2.7' } };
    runInNewContext(`${root?.Properties.FunctionCode}; handler(event)`, { event });
    expect(headers['x-paddock-viewer-address'].value).toBe('192.0.2.7');
    const key = { 'Fn::Join': ['', Match.arrayWith(['{{resolve:secretsmanager:'])] };
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Origins: Match.arrayWith([
          Match.objectLike({
            OriginCustomHeaders: [{ HeaderName: 'x-paddock-edge-key', HeaderValue: key }],
          }),
        ]),
      },
    });
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'test-api-public',
      Environment: { Variables: Match.objectLike({ EDGE_KEY: key }) },
    });
  });

  test('adds HSTS to errors of CloudFront and of the gateway', () => {
    const policies = template.findResources('AWS::CloudFront::ResponseHeadersPolicy');
    expect(Object.keys(policies)).toHaveLength(2);
    for (const { Properties } of Object.values(policies)) {
      expect(Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig).toHaveProperty('StrictTransportSecurity');
    }
  });

  test('is as CloudFormation and the AWS Solutions rules want it', () => {
    const app = new App({ context: { '@aws-cdk/core:validateAgainstDefaultRules': true } });
    const { paddock } = stageStacks(CONSOLE, app);
    expect(() => Template.fromStack(paddock)).not.toThrow();
    const { violations } = new AwsSolutionsChecks(app).validateScope(paddock);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
  }, 60_000);
});

test('a stage without one has no CloudFront', () => {
  synth().resourceCountIs('AWS::CloudFront::Distribution', 0);
}, 60_000);
