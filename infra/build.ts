import { glob, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writePublishedFiles } from './openapi/published-files.ts';
import { leanerBundles } from './shrink-bundles.ts';

export type Bundle = { name: string; bytes: number };

/** The function that has files beside its code. */
const PUBLISHES = 'functions/api/public/index.ts';

/** Some dependencies are CommonJS and call `require` for Node's own modules, which an ES module does not have. */
const REQUIRE_BANNER = `import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);`;

/** `functions/syncs/dispatch-lost/index.ts` is bundled as `syncs-dispatch-lost`; its Lambda is `<stage>-syncs-dispatch-lost`. */
export const bundleName = (entry: string): string => dirname(entry).split('/').slice(1).join('-');

/** Every `functions/<folder>/index.ts` that exports a handler, as paths from the root of the repository. */
export async function entryPoints(): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of glob('functions/**/index.ts')) {
    if (/^export const handler\b/m.test(await readFile(entry, 'utf8'))) found.push(entry);
  }
  return found.sort();
}

/**
 * Bundles all functions in one esbuild call (NodejsFunction would take 2-3 s for each), with the AWS SDK in them, so that
 * what was tested is what runs. Names may be minified: the `name` of our errors is a literal.
 */
export async function buildFunctions(outdir = 'dist/functions'): Promise<Bundle[]> {
  const entries = await entryPoints();
  // Made beside and then moved: a failed or interrupted build leaves what was there.
  const draft = `${outdir}.${process.pid}`;
  const { metafile } = await build({
    entryPoints: entries.map((entry) => ({ in: entry, out: `${bundleName(entry)}/index` })),
    outdir: draft,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The SDK's ES modules lose to `main` on platform node, and CommonJS cannot be tree-shaken.
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: false,
    sourcemap: 'external',
    metafile: true,
    plugins: [...leanerBundles],
    banner: { js: REQUIRE_BANNER },
    logLevel: 'warning',
  });
  await writePublishedFiles(join(draft, bundleName(PUBLISHES)));
  await rm(outdir, { recursive: true, force: true });
  await rename(draft, outdir);
  return Object.entries(metafile.outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .map(([path, { bytes }]) => ({ name: path.split('/').at(-2) ?? path, bytes }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, bytes } of await buildFunctions(process.argv[2])) {
    process.stdout.write(`${name.padEnd(40)} ${(bytes / 1024).toFixed(0).padStart(6)} KiB\n`);
  }
}
