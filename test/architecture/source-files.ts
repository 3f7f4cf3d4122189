import { globSync } from 'node:fs';

/** Our TypeScript, tests and all. */
export const sourceFiles = (): string[] => globSync('{infra,functions,statemachines,shared,test}/**/*.ts').sort();
