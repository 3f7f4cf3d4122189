import { glob, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { onDemandFiles } from './on-demand-files.ts';
import { writePublishedFiles } from './openapi/published-files.ts';
import { leanerBundles } from './shrink-bundles.ts';

/** `bytes` is what a cold start reads: the bundle without the files that it loads on demand. */
export type Bundle = { name: string; bytes: number };

/** The function at this path serves files, such as the OpenAPI document, so its bundle also contains these files. */
const PUBLISHES = 'functions/api/public/index.ts';

/**
 * Some dependencies are CommonJS and call `require` for Node's own modules. ES modules have no `require`, so one is
 * defined at the beginning of each bundle.
 */
const REQUIRE_BANNER = `import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);`;

/**
 * The name of the bundle of an entry point. `functions/syncs/dispatch-lost/index.ts` becomes `syncs-dispatch-lost`, and
 * its Lambda is `<stage>-syncs-dispatch-lost`.
 */
export const bundleName = (entry: string): string => dirname(entry).split('/').slice(1).join('-');

/** Lists every `functions/<folder>/index.ts` that exports a handler, as paths from the root of the repository. */
export async function entryPoints(): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of glob('functions/**/index.ts')) {
    if (/^export const handler\b/m.test(await readFile(entry, 'utf8'))) found.push(entry);
  }
  return found.sort();
}

const OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // By default, esbuild reads the field `main` of a package first. In the AWS SDK, `main` is CommonJS. esbuild cannot
  // remove unused code from CommonJS.
  mainFields: ['module', 'main'],
  minify: true,
  keepNames: false,
  sourcemap: 'external',
  banner: { js: REQUIRE_BANNER },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundles all functions in one esbuild call, because NodejsFunction would take 2-3 s for each function. The bundles
 * contain the AWS SDK, so that functions run with the tested version. Minifying renames classes. The `name` of our
 * errors does not change, because it is a string literal. A second call bundles the files that functions load on demand.
 */
export async function buildFunctions(outdir = 'dist/functions'): Promise<Bundle[]> {
  const entries = await entryPoints();
  // Builds into another folder and then moves it. So a failed or interrupted build leaves the old bundles in place.
  const draft = `${outdir}.${process.pid}`;
  const onDemand = onDemandFiles();
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: entries.map((entry) => ({ in: entry, out: `${bundleName(entry)}/index` })),
    outdir: draft,
    metafile: true,
    plugins: [...leanerBundles, onDemand.plugin],
  });
  await build({
    ...OPTIONS,
    entryPoints: onDemand.entryPoints(metafile, draft),
    outdir: draft,
    plugins: [...leanerBundles],
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
