import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { stageStacks } from './synth.ts';

test('nothing speaks against the AWS Solutions rules but what is acknowledged with a reason', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  const { paddock, monitoring } = stageStacks({}, app);
  app.synth();
  const checks = new AwsSolutionsChecks(app, { verbose: true });
  const found = [paddock, monitoring]
    .flatMap((stack) => checks.validateScope(stack).violations)
    .flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );
  expect(found).toEqual([]);
}, 60_000);
