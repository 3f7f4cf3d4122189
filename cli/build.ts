import { join } from 'node:path';
import { bundleCommandLine } from './bundle.ts';

await bundleCommandLine(join(import.meta.dirname, 'dist/paddock.mjs'));
