import { build } from 'esbuild';

/** Bundles the relay into one file, `dist/relay/relay.mjs`. The file needs only Node and HAProxy. */
await build({
  entryPoints: ['relay/main.ts'],
  outfile: 'dist/relay/relay.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minify: true,
  logLevel: 'warning',
});
