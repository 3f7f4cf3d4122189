import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Endpoints, writeEndpoints } from './endpoints.ts';

const home = mkdtempSync(join(tmpdir(), 'paddock-endpoints-'));
afterAll(() => rmSync(home, { recursive: true }));

const endpoints: Endpoints = {
  api: 'http://127.0.0.1:8080',
  aws: 'http://127.0.0.1:1',
  rancher: 'http://127.0.0.1:2',
  openstack: { demo: 'http://127.0.0.1:3' },
  vault: 'http://127.0.0.1:4',
  keycloak: 'http://127.0.0.1:5',
  keycloak_admin: { username: 'a', password: 'b' },
  argocd: 'http://127.0.0.1:6',
  mail: 'http://127.0.0.1:8',
  vm_runner: 'http://127.0.0.1:7',
  tokens: { staff: 's', owner: 'o', manager: 'm', member: 'e', outsider: 'x' },
  sample: {
    customer: 'c',
    project: 'p',
    rancher_settings: 'r',
    openstack_settings: 'k',
    offering: 'f',
    tenants: {},
    subnets: {},
    flavors: {},
    images: {},
    volume_types: {},
    security_groups: {},
  },
};

test('the file with the tokens is for its owner only, even where an open one was, and goes when asked', () => {
  writeFileSync(join(home, 'endpoints.json'), 'old', { mode: 0o644 });
  const { file, remove } = writeEndpoints(home, endpoints);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(endpoints);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  remove();
  expect(existsSync(file)).toBe(false);
});
