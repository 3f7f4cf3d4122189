import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, expect, test } from 'vitest';
import { stageStacks } from './synth.ts';

/**
 * CloudFormation's limits are 1,000,000 bytes and 500 resources. The lower numbers leave room for a stage's optional
 * parts.
 */
const MAX_BYTES = 900_000;
const MAX_RESOURCES = 450;

const outdir = mkdtempSync(join(tmpdir(), 'paddock-templates-'));
afterAll(() => rmSync(outdir, { recursive: true }));

test('CloudFormation takes the templates of a stage, with room for its options', () => {
  const app = new App({ outdir, builtinCloudFormationValidation: false });
  stageStacks({}, app);
  const { stacks } = app.synth();
  expect(stacks).toHaveLength(2);
  for (const { stackName, templateFullPath, template } of stacks) {
    const size = statSync(templateFullPath).size;
    expect({ stackName, size }).toEqual({ stackName, size: expect.toSatisfy((bytes: number) => bytes <= MAX_BYTES) });
    expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(MAX_RESOURCES);
  }
}, 120_000);
