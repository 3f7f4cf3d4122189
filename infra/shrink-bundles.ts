import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Leaves out zod's messages in fifty languages, which are 250 KB of every bundle. The texts of the API are English. */
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

/**
 * Leaves out zod's conversion from JSON schemas, which is 12 KB of every bundle. zod exports everything in one object,
 * so the bundler cannot remove it. Functions do not read JSON schemas.
 */
const zodWithoutJsonSchemas: Plugin = {
  name: 'zod-without-json-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/classic\/from-json-schema\.js$/ }, () => ({
      contents: `export function fromJSONSchema() { throw new Error('left out of the bundles'); }`,
    }));
  },
};

/**
 * Leaves out the X-Ray SDK's comparison of versions, which is 26 KB of every bundle. It rejects AWS SDKs and Node
 * versions that are far older than ours.
 */
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
 * Leaves out all of undici except the pool of connections and `request`. undici's index also imports fetch, caches,
 * mocks and proxies, which are 240 KB of every bundle. The replacement exports the two parts as the index does.
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
 * Leaves out the SDK's search for credentials in profiles, single sign-on and instance metadata, which is 130 KB of
 * every bundle. Lambda puts the credentials of a function's role into its environment.
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

/**
 * Leaves out the slower one of undici's two HTTP parsers, which is 72 KB of every bundle. The faster parser needs SIMD,
 * which Lambda's processors have.
 */
const parserWithSimd: Plugin = {
  name: 'parser-with-simd',
  setup({ onResolve }) {
    onResolve({ filter: /\/llhttp-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../llhttp/llhttp_simd-wasm.js'),
    }));
  },
};

/**
 * Leaves out the descriptions of options and attributes, which are 25 KB of some bundles. Only the build needs them, to
 * write the OpenAPI document; functions serve that file.
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

/**
 * Leaves out axios, which is 270 KB of every bundle. node-vault sends its requests with the client that all backends
 * share.
 */
const vaultWithoutAxios: Plugin = {
  name: 'vault-without-axios',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^axios$/ }, () => ({ path: 'axios', namespace: 'vault-without-axios' }));
    onLoad({ filter: /.*/, namespace: 'vault-without-axios' }, () => ({ contents: 'module.exports = undefined;' }));
  },
};

/**
 * Leaves out a second, experimental client inside Keycloak's client. It is generated code for another API and needs the
 * kiota packages. Functions use only the first client.
 */
const keycloakWithoutKiota: Plugin = {
  name: 'keycloak-without-kiota',
  setup({ onLoad }) {
    onLoad({ filter: /\/keycloak-admin-client\/lib\/resources\/clientsV2\.js$/ }, () => ({
      contents: `export class ClientsV2 { api() { throw new Error('left out of the bundles'); } }`,
    }));
  },
};

/** Removes parts of dependencies that functions never use from their bundles (docs/spec/design.md#figures). */
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
