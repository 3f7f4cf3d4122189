import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type Gateway, startGateway } from '#infra/local/emulator/gateway';
import { arn, createProbeStack, probeClient, probeFunction } from './probe-stack.ts';

// How the local gateway and the emulator behind it match routes. The rules are in AWS's "Routing API requests":
// docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
const name = `probe-routes-${process.pid}`;
const emulatorUrl = inject('awsEndpoint');
/** Source of a function that returns the matched route key and the received path. */
const ECHO =
  'exports.handler = async ({ routeKey, rawPath }) => ({ statusCode: 200, body: JSON.stringify({ routeKey, rawPath }) });';
const answer = z.object({ routeKey: z.string(), rawPath: z.string() });

function httpApi(id: string, keys: readonly string[]) {
  const api = { Ref: 'Api' };
  const target = { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] };
  const routes = keys.map((RouteKey, at) => [
    `Route${at}`,
    { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: api, RouteKey, Target: target } },
  ]);
  return {
    Echo: probeFunction(id, ECHO),
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: id, ProtocolType: 'HTTP' } },
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: { ApiId: api, StageName: '$default', AutoDeploy: true },
    },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: api,
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: arn('lambda', `function:${id}`),
        PayloadFormatVersion: '2.0',
      },
    },
    ...Object.fromEntries(routes),
  };
}

const KEYS = [
  ...['GET /pets/dog/1', 'GET /pets/dog/{id}', 'GET /pets/{proxy+}'],
  ...['ANY /api/users', 'ANY /api/users/{proxy+}', '$default'],
];

let gateway: Gateway;
beforeAll(async () => {
  await createProbeStack(emulatorUrl, name, httpApi(name, KEYS));
  const stacks = new CloudFormationClient(probeClient(emulatorUrl));
  const api = new DescribeStackResourceCommand({ StackName: name, LogicalResourceId: 'Api' });
  const { StackResourceDetail } = await stacks.send(api);
  gateway = await startGateway(0);
  gateway.forwardTo({ emulatorUrl, apiId: StackResourceDetail?.PhysicalResourceId ?? '' });
}, 60_000);
afterAll(() => gateway.close());

test.each([
  // examples from AWS's documentation
  ['GET', '/pets/dog/1', 'GET /pets/dog/1'],
  ['GET', '/pets/dog/2', 'GET /pets/dog/{id}'],
  ['GET', '/pets/cat/1', 'GET /pets/{proxy+}'],
  ['POST', '/pets/dog/1', '$default'],
  // Each collection has two route keys. All other requests match `$default`.
  ['GET', '/api/users', 'ANY /api/users'],
  ['DELETE', '/api/users', 'ANY /api/users'],
  ['GET', '/api/users/', '$default'],
  ['GET', '/api/users/abc', 'ANY /api/users/{proxy+}'],
  ['GET', '/api/users/abc/', 'ANY /api/users/{proxy+}'],
  ['GET', '/api/users/abc/keys/', 'ANY /api/users/{proxy+}'],
  ['GET', '/api/usersx', '$default'],
  ['GET', '/api', '$default'],
])('%s %s is matched by %s, and arrives as it was sent', async (method, path, routeKey) => {
  const response = await fetch(`${gateway.url}${path}`, { method });
  expect(answer.parse(await response.json())).toEqual({ routeKey, rawPath: path });
});

test.each(['ANY /api/users/', 'GET /pets/{proxy+}/'])('a stack with the key %s is not deployed', async (key) => {
  const refused = `${name}-refused-${key.length}`;
  await expect(createProbeStack(emulatorUrl, refused, httpApi(refused, [key, '$default']))).rejects.toThrow();
});
