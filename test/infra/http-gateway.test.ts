import { App, Stack } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { expect, test } from 'vitest';
import { readConfig } from '#infra/config';
import { HttpGateway } from '#infra/constructs/http-gateway';
import { StageKey } from '#infra/constructs/stage-key';

function gateway() {
  const env = { PADDOCK_STAGE: 'test', CDK_DEFAULT_ACCOUNT: '000000000000', CDK_DEFAULT_REGION: 'us-east-1' };
  const { config } = readConfig({ context: () => undefined, env, folder: import.meta.dirname });
  const stack = new Stack(new App(), 'Probe');
  const platform = { config, key: new StageKey(stack, 'Key', config), code: () => Code.fromInline('') };
  return {
    made: new HttpGateway(stack, 'Gateway', platform),
    target: LambdaFunction.fromFunctionName(stack, 'Target', 'target'),
  };
}

test.each([['/api/planted/'], ['/api/planted/{proxy+}/'], ['api/planted']])(
  'a route of %s is refused, as HTTP APIs refuse it',
  (path) => {
    const { made, target } = gateway();
    expect(() => made.forward([path], target)).toThrow(/must always start with a "\/" and not end with a "\/"/);
  },
);

test('a path without a slash at its end, and all that is below it, are taken', () => {
  const { made, target } = gateway();
  expect(() => made.forward(['/api/planted', '/api/planted/{proxy+}'], target)).not.toThrow();
});
