import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { steps } from '#shared/contracts/steps';

const contracts = Object.entries(steps).flatMap(([backend, verbs]) =>
  Object.keys(verbs).map((verb) => `${backend}.${verb}`),
);

/** Matches calls such as `implement(steps.records.beginOrder, …)`. */
const IMPLEMENTING =
  /(implement|onProvider|onContents|onAccess|onAccessRecords|onProject|onProjectRecords|unfenced)\(\s*steps(?:\.|\[')([\w-]+)(?:'\])?\.(\w+)/g;
const implementations = globSync('shared/app/**/*.ts').flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(IMPLEMENTING)].map(([, how, backend, verb]) => ({
    ...{ how, name: `${backend}.${verb}`, path },
  })),
);

/** Matches the imports of use cases in the step Lambdas. */
const IMPORTED = /from '#(shared\/app\/[^']+)'/g;
const lambdas = globSync('functions/steps/*/index.ts').map((path) => ({
  backend: path.split('/')[2],
  paths: [...readFileSync(path, 'utf8').matchAll(IMPORTED)].map(([, module]) => `${module}.ts`),
}));
const backendsOf = (path: string) => lambdas.filter(({ paths }) => paths.includes(path)).map(({ backend }) => backend);

test.each(contracts)('%s is implemented once, by the Lambda of its backend', (name) => {
  const found = implementations.filter((it) => it.name === name);
  expect(found.flatMap(({ path }) => backendsOf(path))).toEqual([name.split('.')[0]]);
});

test('every step that may talk to a backend holds a slot of its provider', () => {
  const without = implementations.filter(
    ({ how, path }) =>
      ['implement', 'onAccessRecords', 'onProjectRecords'].includes(how ?? '') && !backendsOf(path).includes('records'),
  );
  expect(without).toEqual([]);
});

test('a step without an operation belongs to a machine that a schedule starts, with a lease for each run', () => {
  const unfenced = implementations.filter(({ how }) => how === 'unfenced').flatMap(({ path }) => backendsOf(path));
  expect(new Set(unfenced)).toEqual(new Set(['access']));
});

test('a contract is named as its key, which is how machines find the Lambda', () => {
  const names = Object.values(steps).flatMap((verbs) => Object.values(verbs).map(({ name }) => name));
  expect(names).toEqual(contracts);
});

test('every step is called by a machine', () => {
  const asl = globSync('statemachines/*/definition.asl.json').map((path) => readFileSync(path, 'utf8'));
  const uncalled = contracts.filter((name) => !asl.some((text) => text.includes(`"step": "${name}"`)));
  expect(uncalled).toEqual([]);
});
