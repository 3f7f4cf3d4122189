import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the command line into one file, which runs with Node alone. */
export async function bundleCommandLine(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    // Commander is a CommonJS module. It loads Node's own modules with `require`.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await chmod(outfile, 0o755);
}
