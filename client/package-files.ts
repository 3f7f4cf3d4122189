import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { SCHEMA_FILE } from './schema-types.ts';

const HERE = import.meta.dirname;
const COMPILER = join(HERE, '../node_modules/typescript-7/bin/tsc');

/**
 * Writes the package for publication: one module, its types, and a manifest. The manifest lacks fields that only this
 * repository needs.
 */
export async function writeClientPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'generated'), { recursive: true });
  await build({
    entryPoints: [join(HERE, 'src/index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: ['openapi-fetch'],
    logLevel: 'warning',
  });
  await promisify(execFile)(process.execPath, [COMPILER, '-p', HERE, '--outDir', folder]);
  await cp(SCHEMA_FILE, join(folder, 'generated/schema.d.ts'));
  for (const [from, to] of [
    ['README.md', 'README.md'],
    ['../LICENSE', 'LICENSE'],
  ] as const)
    await cp(join(HERE, from), join(folder, to));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
}

async function manifest(): Promise<object> {
  const { devDependencies: _, ...kept } = JSON.parse(await readFile(join(HERE, 'package.json'), 'utf8'));
  return { ...kept, engines: { node: '>=20' }, exports: { types: './index.d.ts', default: './index.js' } };
}
