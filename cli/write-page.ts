import { writeFileSync } from 'node:fs';
import { commandLinePage } from './page.ts';

writeFileSync('docs/command-line.md', commandLinePage());
