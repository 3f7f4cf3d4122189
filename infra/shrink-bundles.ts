import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Leaves out zod's error texts in fifty languages, which are 250 KB of every bundle. The API needs only the English
 * texts.
 */
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
 * Leaves out zod's conversion from and to JSON schemas, which is 21 KB of every bundle. zod exports everything in one
 * object, so the bundler cannot remove the conversion. Only the build makes JSON schemas, for the OpenAPI document.
 */
const zodWithoutJsonSchemas: Plugin = {
  name: 'zod-without-json-schemas',
  setup({ onLoad }) {
    const leftOut = `() => { throw new Error('left out of the bundles'); }`;
    onLoad({ filter: /\/zod\/v4\/classic\/from-json-schema\.js$/ }, () => ({
      contents: `export const fromJSONSchema = ${leftOut};`,
    }));
    onLoad({ filter: /\/zod\/v4\/core\/to-json-schema\.js$/ }, () => ({
      contents: `
        const leftOut = ${leftOut};
        export { leftOut as initializeContext, leftOut as handleUnrepresentable, leftOut as process, leftOut as processSchema };
        export { leftOut as extractDefs, leftOut as finalize };
        export const createToJSONSchemaMethod = () => leftOut;
        export const createStandardJSONSchemaMethod = () => leftOut;`,
    }));
  },
};

/**
 * Leaves out the comparison of versions in the X-Ray SDK, which is 26 KB of every bundle. The comparison only rejects
 * very old versions of the AWS SDK and of Node. Paddock uses much newer versions.
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
 * mocks and proxies, which are 240 KB of every bundle. The replacement exports the pool and `request` under the names
 * that undici's index uses.
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
 * Leaves out the AWS SDK's search for credentials in profiles, single sign-on and instance metadata, which is 130 KB of
 * every bundle. Functions do not need this search, because Lambda puts the credentials of the function's role into its
 * environment.
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
 * Leaves out the slower of undici's two HTTP parsers, which is 72 KB of every bundle. The faster parser needs SIMD
 * instructions, which Lambda's processors have.
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
 * Leaves out the descriptions of options and attributes, which are 25 KB of some bundles. Only the build needs them,
 * for the OpenAPI document. Functions serve the document that the build has written.
 */
const withoutTexts: Plugin = {
  name: 'without-texts',
  setup({ onLoad }) {
    onLoad({ filter: /\/contracts\/rest\/_core\/field-text\.ts$/ }, () => ({
      contents:
        "export const described = (shape) => shape; export const changeTexts = (texts) => texts; export const PRICES = '';",
    }));
    onLoad({ filter: /\/contracts\/rest\/.+-(option|attribute)-texts\.ts$/ }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
      const nothing = 'new Proxy({}, { get: () => ({}) })';
      return { contents: names.map((name) => `export const ${name} = /* @__PURE__ */ ${nothing};`).join('\n') };
    });
  },
};

/**
 * Leaves out undici, which is 230 KB, from the client library of Kubernetes. The library sends its requests with the HTTP
 * client of the other backends instead.
 */
const kubernetesWithoutUndici: Plugin = {
  name: 'kubernetes-without-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ importer }) =>
      /node_modules\/@kubernetes\/client-node\//.test(importer)
        ? { path: 'undici', namespace: 'kubernetes-without-undici' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'kubernetes-without-undici' }, () => ({
      contents: 'exports.fetch = undefined;',
    }));
  },
};

/** Leaves out axios, which is 270 KB of every bundle. node-vault uses the HTTP client of the other backends instead. */
const vaultWithoutAxios: Plugin = {
  name: 'vault-without-axios',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^axios$/ }, () => ({ path: 'axios', namespace: 'vault-without-axios' }));
    onLoad({ filter: /.*/, namespace: 'vault-without-axios' }, () => ({ contents: 'module.exports = undefined;' }));
  },
};

/**
 * Leaves out a second, experimental client inside Keycloak's client library. Functions do not use this client, which
 * needs the kiota packages.
 */
const keycloakWithoutKiota: Plugin = {
  name: 'keycloak-without-kiota',
  setup({ onLoad }) {
    onLoad({ filter: /\/keycloak-admin-client\/lib\/resources\/clientsV2\.js$/ }, () => ({
      contents: `export class ClientsV2 { api() { throw new Error('left out of the bundles'); } }`,
    }));
  },
};

/** Removes the parts of dependencies that functions never use (docs/spec/design.md#figures). */
export const leanerBundles: readonly Plugin[] = [
  zodInEnglish,
  zodWithoutJsonSchemas,
  versionsAreNewEnough,
  kubernetesWithoutUndici,
  undiciWithoutFetch,
  parserWithSimd,
  credentialsOfTheRole,
  withoutTexts,
  vaultWithoutAxios,
  keycloakWithoutKiota,
];
