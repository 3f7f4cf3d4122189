import { globSync } from 'node:fs';

/** All of our TypeScript files, including tests. */
export const sourceFiles = (): string[] =>
  globSync('{client,cli,console,infra,functions,statemachines,shared,test}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**'],
  }).sort();
