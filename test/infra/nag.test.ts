import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { paddockStack } from './synth.ts';

test('nothing speaks against the AWS Solutions rules but what is acknowledged with a reason', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = paddockStack({}, app);
  app.synth();
  const { violations } = new AwsSolutionsChecks(app, { verbose: true }).validateScope(stack);
  const found = violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
  );
  expect(found).toEqual([]);
}, 60_000);
