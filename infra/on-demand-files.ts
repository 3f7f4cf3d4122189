import { basename, dirname, join, relative } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** `x509.on-demand.ts` becomes `x509.on-demand.mjs` in the folder of each function that can load it. */
const ON_DEMAND = /\.on-demand\.ts$/;

/**
 * Keeps the files that are imported with `import()` out of the bundles, so that cold starts do not read them. Such a file
 * may import only packages: our own modules would exist twice, and `instanceof` would not recognize their errors.
 */
export function onDemandFiles() {
  /** The paths of the files, by what the bundles import. */
  const files = new Map<string, string>();
  const plugin: Plugin = {
    name: 'on-demand-files',
    setup({ onResolve }) {
      onResolve({ filter: ON_DEMAND }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return { errors: [{ text: `Use import() to load ${path}.` }] };
        const external = `./${basename(path, '.ts')}.mjs`;
        files.set(external, join(resolveDir, path));
        return { path: external, external: true };
      });
    },
  };

  /** The files as entry points of another build, one for each function that imports them. */
  function entryPoints({ outputs }: Metafile, outdir: string) {
    return Object.entries(outputs).flatMap(([output, { imports }]) =>
      imports.flatMap(({ path }) => {
        const file = files.get(path);
        const folder = relative(outdir, dirname(output));
        return file === undefined ? [] : [{ in: file, out: join(folder, basename(path, '.mjs')) }];
      }),
    );
  }

  return { plugin, entryPoints };
}
