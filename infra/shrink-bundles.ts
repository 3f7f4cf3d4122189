import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** zod brings its messages in fifty languages, 250 KB of every bundle; the contract's texts are English. */
const zodInEnglish: Plugin = {
  name: 'zod-in-english',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ resolveDir, path }) =>
      /node_modules\/zod\/v4/.test(resolveDir)
        ? { path: join(resolveDir, path), namespace: 'zod-in-english', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'zod-in-english' }, ({ path }) => ({
      contents: `export { default as en } from './en.js';`,
      resolveDir: dirname(path),
    }));
  },
};

/** zod's way from JSON schemas to its own hangs on its namespace, with 12 KB of every bundle; functions read no JSON schemas. */
const zodWithoutJsonSchemas: Plugin = {
  name: 'zod-without-json-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/classic\/from-json-schema\.js$/ }, () => ({
      contents: `export function fromJSONSchema() { throw new Error('left out of the bundles'); }`,
    }));
  },
};

/** The X-Ray SDK compares versions to refuse SDKs and runtimes far older than ours, with 26 KB of every bundle. */
const versionsAreNewEnough: Plugin = {
  name: 'versions-are-new-enough',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^semver$/ }, ({ importer }) =>
      /node_modules\/(aws-xray-sdk-core|cls-hooked)\//.test(importer)
        ? { path: 'semver', namespace: 'versions-are-new-enough' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'versions-are-new-enough' }, () => ({ contents: 'exports.gte = () => true;' }));
  },
};

/**
 * Of undici only the pool of connections and its `request` are used; its index brings fetch, caches, mocks and proxies too, with
 * 240 KB of every bundle. Does what the index does with these two.
 */
const undiciWithoutFetch: Plugin = {
  name: 'undici-without-fetch',
  setup({ onResolve, onLoad }) {
    const path = createRequire(import.meta.url).resolve('undici');
    onResolve({ filter: /^undici$/ }, () => ({ path, namespace: 'undici-without-fetch' }));
    onLoad({ filter: /.*/, namespace: 'undici-without-fetch' }, () => ({
      contents: `
        const { request } = require('./lib/api');
        Object.assign(require('./lib/dispatcher/dispatcher').prototype, { request });
        exports.Agent = require('./lib/dispatcher/agent');`,
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Lambda gives a function its role's credentials in the environment; the SDK's chain of providers looks for profiles, single sign-on
 * and instances' metadata too, with 130 KB of every bundle.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
const credentialsOfTheRole: Plugin = {
  name: 'credentials-of-the-role',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ resolveDir }) => ({
      path: '@aws-sdk/credential-provider-node',
      namespace: 'credentials-of-the-role',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /.*/, namespace: 'credentials-of-the-role' }, ({ pluginData: resolveDir }) => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
      resolveDir,
    }));
  },
};

/** undici has its HTTP parser twice: with SIMD, which Lambda's processors know, and without it, with 72 KB of every bundle. */
const parserWithSimd: Plugin = {
  name: 'parser-with-simd',
  setup({ onResolve }) {
    onResolve({ filter: /\/llhttp-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../llhttp/llhttp_simd-wasm.js'),
    }));
  },
};

/**
 * What the document says of options and attributes is read when the document is written, by the build; functions serve the file. The
 * texts are 25 KB of some bundles.
 */
const withoutTexts: Plugin = {
  name: 'without-texts',
  setup({ onLoad }) {
    onLoad({ filter: /\/contracts\/rest\/field-text\.ts$/ }, () => ({
      contents: `export const described = (shape) => shape; export const PRICES = '';`,
    }));
    onLoad({ filter: /\/contracts\/rest\/\w+-(option|attribute)-texts\.ts$/ }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
      const nothing = 'new Proxy({}, { get: () => ({}) })';
      return { contents: names.map((name) => `export const ${name} = /* @__PURE__ */ ${nothing};`).join('\n') };
    });
  },
};

/** node-vault sends over the client that all backends share; the axios it would take otherwise is 270 KB of every bundle. */
const vaultWithoutAxios: Plugin = {
  name: 'vault-without-axios',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^axios$/ }, () => ({ path: 'axios', namespace: 'vault-without-axios' }));
    onLoad({ filter: /.*/, namespace: 'vault-without-axios' }, () => ({ contents: 'module.exports = undefined;' }));
  },
};

/**
 * Keycloak's client brings a second, experimental one for another API, generated for the kiota packages; what functions ask is in the
 * first one.
 */
const keycloakWithoutKiota: Plugin = {
  name: 'keycloak-without-kiota',
  setup({ onLoad }) {
    onLoad({ filter: /\/keycloak-admin-client\/lib\/resources\/clientsV2\.js$/ }, () => ({
      contents: `export class ClientsV2 { api() { throw new Error('left out of the bundles'); } }`,
    }));
  },
};

/** What functions never use of their dependencies is left out of their bundles (docs/spec/design.md#figures). */
export const leanerBundles: readonly Plugin[] = [
  zodInEnglish,
  zodWithoutJsonSchemas,
  versionsAreNewEnough,
  undiciWithoutFetch,
  parserWithSimd,
  credentialsOfTheRole,
  withoutTexts,
  vaultWithoutAxios,
  keycloakWithoutKiota,
];
