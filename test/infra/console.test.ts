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
    const answer = runInNewContext(`${found?.Properties.FunctionCode}; handler({ request: { uri } })`, { uri });
    const { statusCode, headers } = answer;
    expect(statusCode ? { statusCode, location: headers.location.value } : { uri: answer.uri }).toEqual(expected);
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
