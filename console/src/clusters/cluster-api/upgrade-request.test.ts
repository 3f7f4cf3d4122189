import { expect, test } from 'vitest';
import { upgradeRequest } from './upgrade-request.ts';

test.each([
  [{ template: '', version: '', image: 'ubuntu' }, undefined],
  [{ template: 't', version: 'v1.34.2', image: 'ubuntu' }, { cluster_api_template: 't' }],
  [
    { template: '', version: 'v1.34.2', image: 'ubuntu' },
    { kube_tag: 'v1.34.2', image_id: 'ubuntu' },
  ],
  [{ template: '', version: 'v1.34.2', image: '' }, { kube_tag: 'v1.34.2' }],
])('an upgrade with %j asks for %j', (draft, body) => {
  expect(upgradeRequest(draft)).toEqual(body);
});
