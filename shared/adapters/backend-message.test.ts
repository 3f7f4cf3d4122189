import { expect, test } from 'vitest';
import { backendMessage, withoutSecrets } from './backend-message.ts';

test.each([
  ['Keystone', '{"error":{"code":401,"message":"Please log in.","title":"Unauthorized"}}', 'Please log in.'],
  ['Nova', '{"forbidden":{"code":403,"message":"Quota exceeded for cores"}}', 'Quota exceeded for cores'],
  ['Neutron', '{"NeutronError":{"type":"OverQuota","message":"Too many.","detail":""}}', 'Too many.'],
  ['Glance', '{"message":"No image found","code":"404 Not Found","title":"Not Found"}', 'No image found'],
  ['Norman', '{"type":"error","status":404,"code":"NotFound","message":"no cluster"}', 'no cluster'],
  ['Rancher before a cluster', '{"Code":{"Code":"NotFound","Status":404},"Message":"no cluster"}', 'no cluster'],
  ['Vault', '{"errors":["permission denied","no handler"]}', 'permission denied; no handler'],
  ['Keycloak', '{"errorMessage":"User exists with same username"}', 'User exists with same username'],
  ['Keycloak, of what is not there', '{"error":"User not found"}', 'User not found'],
  ['OAuth', '{"error":"invalid_grant","error_description":"Invalid user credentials"}', 'Invalid user credentials'],
  ['Vault where there is nothing', '{"errors":[]}', ''],
  ['a proxy, in plain text', 'upstream\n  timed out', 'upstream timed out'],
  ['a proxy, in HTML', '<html><h1>502</h1></html>', ''],
  ['nobody', '', ''],
  ['something unheard of', '{"oops":[1,2]}', ''],
])('the words of %s are found', (_backend, body, words) => {
  expect(backendMessage(body)).toBe(words);
});

test('a flood of words is cut off', () => {
  expect(backendMessage('x'.repeat(5000))).toHaveLength(300);
});

const BASIC = `Basic ${Buffer.from('token-abcde:of-the-key').toString('base64')}`;

test.each([
  ['the header as it was sent', { authorization: BASIC }, BASIC, 'Basic ***'],
  ['the pair that Basic encodes', { authorization: BASIC }, 'token-abcde:of-the-key', '***'],
  ['its secret half', { authorization: BASIC }, 'key of-the-key of token-abcde', 'key *** of token-abcde'],
  ['a bearer token', { Authorization: 'Bearer of.a.user' }, '"of.a.user"', '"***"'],
  ["Keystone's token", { 'X-Auth-Token': 'gAAAA' }, 'gAAAA is over, gAAAA', '*** is over, ***'],
  ["Vault's token", { 'x-vault-token': 'hvs.abc' }, 'hvs.abc', '***'],
])('a refusal that quotes %s is passed on without it', (_what, headers, quoted, left) => {
  expect(withoutSecrets(`no: ${quoted}`, { headers })).toBe(`no: ${left}`);
});

test('what a call says is secret in its body is left out, and nothing else is', () => {
  const call = { headers: { accept: 'application/json', authorization: '' }, secrets: ['pass', ''] };
  expect(withoutSecrets('application/json: pass', call)).toBe('application/json: ***');
});
