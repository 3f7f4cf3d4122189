import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeClientPackage } from '../../client/package-files.ts';

/** An external program in which two lines have type errors. */
const PROGRAM = `import { createClient, dataOf, listAll } from '@paddock/client';
const api = createClient({ baseUrl: 'http://127.0.0.1:1' });
export const { version } = await dataOf(api.GET('/api/version/'));
export const wrongType: number = version;
api.GET('/api/no-such-path/', {});
export const rows = await listAll((page) => api.GET('/api/projects/', { params: { query: { ...page } } }));
export const name: string = rows[0]?.name ?? '';
`;
const compilerOptions = {
  ...{ noEmit: true, strict: true, module: 'nodenext', target: 'es2022', types: [], lib: ['es2022', 'dom'] },
  skipLibCheck: true,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-client-'));
  await mkdir(join(folder, 'node_modules/@paddock'), { recursive: true });
  await writeClientPackage(join(folder, 'node_modules/@paddock/client'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'program.mts'), PROGRAM);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

test('the published client has types, which find mistakes in a program', async () => {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
    (failure: { stdout: string }) => failure,
  );
  expect(stdout.match(/program\.mts\(\d+/g)).toEqual(['program.mts(4', 'program.mts(5']);
}, 60_000);

test('the published client runs, and needs only openapi-fetch', async () => {
  const script = "import('@paddock/client').then((client) => console.log(Object.keys(client).sort().join(' ')))";
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: folder });
  expect(stdout).toBe(
    'InsecureAddress PaddockError PaddockUnreachable assertSecureAddress createClient dataOf emptiestTenant fieldErrors findNodeReferences listAll newestNodes nextStepAfter nodeLike\n',
  );
});
