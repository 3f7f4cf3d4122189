import { expect, test } from 'vitest';
import { backendMessage } from './backend-message.ts';

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
