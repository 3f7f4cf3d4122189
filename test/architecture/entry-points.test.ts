import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API_ROUTES, DEFAULT_FUNCTION } from '#functions/api/api-routes';
import { type Bundle, buildFunctions, bundleName, entryPoints } from '#infra/build';
import { ORDER_ATTRIBUTE_TEXTS } from '#shared/contracts/rest/marketplace/orders/order-attribute-texts';
import { PLUGIN_OPTION_TEXTS } from '#shared/contracts/rest/marketplace/plugin-option-texts';
import { CLUSTER_API_OPTION_TEXTS } from '#shared/contracts/rest/providers/cluster-api-option-texts';
import { OPENSTACK_OPTION_TEXTS } from '#shared/contracts/rest/providers/openstack-option-texts';
import { RANCHER_OPTION_TEXTS } from '#shared/contracts/rest/providers/rancher-option-texts';
import { synth } from '../infra/synth.ts';

/**
 * A larger function has a longer cold start, which `npm run bench -- --only bundles` measures. This limit only detects
 * a whole library that was bundled by mistake.
 */
const MAX_BYTES = 2_000_000;

const ON_DEMAND = await Array.fromAsync(glob('{shared,functions}/**/*.on-demand.ts'));

let entries: string[];
let bundles: Bundle[];
let template: Template;
const folder = mkdtempSync(join(tmpdir(), 'paddock-bundles-'));
beforeAll(async () => {
  entries = await entryPoints();
  bundles = await buildFunctions(join(folder, 'functions'));
  template = synth();
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

const functionName = z.object({ Properties: z.object({ FunctionName: z.string() }) });

test('every folder with a handler is a deployed function, and every function has its folder', () => {
  const deployed = Object.values(template.findResources('AWS::Lambda::Function', Match.anyValue()));
  const names = deployed.map((item) => functionName.parse(item).Properties.FunctionName.replace('test-', ''));
  expect(names.sort()).toEqual(entries.map(bundleName).sort());
});

test('every route has the function it names, and every API function a route', () => {
  const routed = [...API_ROUTES.map(({ entry }) => entry), DEFAULT_FUNCTION].map(
    (entry) => `functions/${entry}/index.ts`,
  );
  const answering = entries.filter((entry) => /^functions\/(api|webhooks)\//.test(entry));
  expect([...new Set(routed)].sort()).toEqual(answering);
});

test('no bundle has grown by a library taken whole', () => {
  expect(bundles).toHaveLength(entries.length);
  expect(bundles.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
});

test('a function has each file that it loads on demand beside its bundle', () => {
  const loaded = bundles.flatMap(({ name }) => {
    const code = readFileSync(join(folder, 'functions', name, 'index.mjs'), 'utf8');
    const files = [...code.matchAll(/import\("\.\/([\w-]+\.on-demand\.mjs)"\)/g)].map(([, file = '']) => file);
    return [...new Set(files)].map((file) => ({ name, file }));
  });
  expect(new Set(loaded.map(({ file }) => file)).size).toBe(ON_DEMAND.length);
  expect(loaded.filter(({ name, file }) => !existsSync(join(folder, 'functions', name, file)))).toEqual([]);
});

test.each(ON_DEMAND)(
  '%s imports packages only, because the bundle would have our own modules a second time',
  async (path) => {
    const imported = [...(await readFile(path, 'utf8')).matchAll(/(?:from|import) '([^']+)'/g)].map(([, name]) => name);
    expect(imported.filter((name = '') => /^[.#]/.test(name))).toEqual([]);
  },
);

test('no bundle has the descriptions of options and attributes, which only the document needs', () => {
  const described = [
    CLUSTER_API_OPTION_TEXTS,
    OPENSTACK_OPTION_TEXTS,
    RANCHER_OPTION_TEXTS,
    PLUGIN_OPTION_TEXTS,
    ORDER_ATTRIBUTE_TEXTS,
  ];
  const texts = described.flatMap((of) => Object.values(of)).map(({ is }) => is);
  for (const { name } of bundles) {
    const code = readFileSync(join(folder, 'functions', name, 'index.mjs'), 'utf8');
    expect([name, texts.filter((text) => code.includes(text))]).toEqual([name, []]);
  }
});
