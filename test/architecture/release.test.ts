import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '#infra/openapi/document';
import { keepRelease, releaseHere, releaseIn } from '#infra/release';
import { VERSION } from '#shared/contracts/version';

const versioned = z.object({ version: z.string() });
const packageFile = (name: string) => versioned.parse(JSON.parse(readFileSync(name, 'utf8'))).version;
const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+?)\](?: - (\S+))?$/gm)];

test('package.json, its lock, the client, the command line, the OpenAPI document and the newest release of the changelog have one version', () => {
  const [, newest] = headings.map(([, name]) => name);
  const inDocument = z.object({ info: versioned }).parse(openApiDocument()).info.version;
  const packages = ['package.json', 'package-lock.json', 'client/package.json', 'cli/package.json'].map(packageFile);
  expect([...packages, inDocument, newest]).toEqual(Array.from({ length: 6 }, () => VERSION));
});

test('the changelog begins with what is not released, and every release has its day', () => {
  const [first, ...releases] = headings.map(([, name, day]) => ({ name, day }));
  expect(first).toEqual({ name: 'Unreleased', day: undefined });
  for (const { name, day } of releases) {
    expect(name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test('a stack keeps the release that it was made from', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Probe');
  keepRelease(stack, releaseHere());
  const body = JSON.stringify(app.synth().getStackByName(stack.stackName).template);
  expect(releaseIn(body)).toEqual({
    version: VERSION,
    commit: expect.stringMatching(/^([0-9a-f]{12}(-dirty)?|unknown)$/),
  });
  expect(releaseIn('{"Outputs": {"ApiUrl": {"Value": "https://x"}}}')).toBeUndefined();
});
