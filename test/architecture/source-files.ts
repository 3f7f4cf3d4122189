import { globSync } from 'node:fs';

export const sourceFiles = (): string[] =>
  globSync('{client,cli,console,infra,functions,statemachines,shared,test}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
  }).sort();
