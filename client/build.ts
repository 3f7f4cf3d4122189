import { writeClientPackage } from './package-files.ts';

await writeClientPackage('dist/client');
