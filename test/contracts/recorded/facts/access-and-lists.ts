import type { Facts } from './sentence.ts';

/** Facts about errors, login, keys, settings, and the lists of `/v1`. */
export const ACCESS_AND_LISTS: Facts = {
  1: [
    { says: "norman's errors have `baseType` and a number as `status`", shown: [36, 38, 39] },
    { says: 'a missing field is named, with an empty message', shown: [452, 718] },
    { says: "steve's errors have `links` and a number as `status`", shown: [43, 232] },
    { says: 'without a good key the `status` of a 401 is text', shown: [12, 64, 66, 72] },
  ],
  2: [
    {
      says: 'behind `/k8s/clusters` an unknown cluster is 404 as text, one that is not connected 503',
      shown: [386, 475],
    },
    {
      says: 'its steve fails after some seconds of waiting, in plain text',
      shown: ['a cluster that is not connected is refused by Rancher, by its steve only after a while'],
    },
    { says: 'a bad key is 401 there, in the words of Kubernetes', shown: [76] },
    { says: 'the version of the cluster `local` needs no key', shown: ['%s needs no key'] },
  ],
  3: [
    { says: 'a GET of `/v3` is sent on to `/v3/`, which answers a key', shown: [21, 31, 32, 33] },
    {
      says: 'so is a POST; nobody is refused only behind it',
      shown: ['a POST to `/v3` is sent on to `/v3/`, which asks for a key'],
    },
    { says: 'an unknown type is an error of norman, and an empty 404 of steve', shown: [36, 37] },
  ],
  4: [
    { says: 'a login answers a key, as a cookie nothing; the newer address does the same', shown: [79, 81, 80, 82] },
    { says: 'a wrong password is 401, a disabled user 403', shown: [83, 162] },
    { says: 'a user without any role is accepted and sees empty lists', shown: [[145, 149], 153, 154] },
  ],
  5: [
    { says: 'a key is shown once, without its end, which the next GET has', shown: [94, 95] },
    {
      says: 'no lifetime, and one above the maximum, is the maximum; −1 is over at once',
      shown: [99, 100, 101, 103, 104],
    },
    { says: 'an empty body is 422', shown: [123] },
    { says: 'labels are ignored, an unknown cluster is taken', shown: [108, 110, 111] },
    { says: 'a DELETE is 204, then 404', shown: [131, 132] },
    { says: '`clusterId` does not filter the list', shown: ['no `clusterId` selects keys'] },
    { says: 'sessions last sixteen hours', shown: ['a session lasts sixteen hours'] },
  ],
  6: [
    {
      says: 'the key of one cluster opens that cluster, its API and its actions',
      shown: [552, 560, 561, 563, 564, 571],
    },
    { says: 'and the namespaces in it', shown: ['the key of one cluster opens the namespaces in it'] },
    { says: 'everything else refuses it', shown: [550, 551, [554, 559], 562, [565, 568], 572] },
    {
      says: 'the kubeconfig that it makes opens all of Rancher',
      shown: ['the key of one cluster makes a kubeconfig with a token that opens all of Rancher', 530, 531, 541, 546],
    },
  ],
  7: [
    {
      says: 'a kubeconfig is made before the cluster is connected, too; the form and its text',
      shown: [477, 528, 529],
    },
    {
      says: 'its key is named after the user and is for all of Rancher',
      shown: ['a kubeconfig’s token is named after its user, names no cluster and has its end a moment later', 530],
    },
  ],
  8: [
    { says: 'JSON without a content type is read', shown: [127] },
    {
      says: 'a body that is called a form is not read',
      leftOut: 'Recorded otherwise later: it is read (surprise 9).',
    },
    {
      says: 'norman lists have pages, of 1000 by default; a bad limit is ignored',
      shown: ['norman cuts a list at `limit`, and `next` leads through all of it', 6, 819],
    },
    { says: 'an unknown setting is 404, a change 200, one of the environment 405', shown: [168, 172, 173] },
    {
      says: 'where a value comes from',
      shown: [
        167,
        174,
        'a setting of the environment is not changed, others are, and an empty value is the default again',
      ],
    },
    { says: 'the defaults', shown: ['the setting %s is %s unless it is set', 167, 175] },
    { says: 'the offered releases need no key', shown: ['%s needs no key'] },
    { says: 'the default release has no leading v', shown: [174] },
  ],
  9: [
    { says: '`labelSelector` selects nothing, inside clusters neither', shown: [184, 185, 186, 187, 920] },
    { says: '`filter` does, several of them together, with a whole value', shown: [[188, 191], 193] },
    { says: "so does Kubernetes' own API", shown: [229, 896, 897] },
  ],
  10: [
    {
      says: '`limit` and `continue` are ignored',
      shown: [206, 207, 921, 'steve ignores `limit`: nothing is cut, and nothing continues'],
    },
    { says: 'pages are asked for by size and number', shown: [208, 209, 922] },
  ],
  11: [
    { says: 'an empty list has no `count`', shown: [193, 283] },
    {
      says: 'lists are late by some hundredths of a second',
      shown: ['what was made, changed or deleted just now is not yet in lists, and is what a GET answers', 268, 271],
    },
  ],
  12: [
    {
      says: "the type of a secret is `type` in a request and `_type` in an answer; steve's own word is taken as one",
      shown: [178, 240],
    },
    { says: 'a DELETE is 204, then 404', shown: [261, 262] },
    { says: 'a PUT without the version is 500, with an old one 409', shown: [250, 251] },
    { says: 'a PATCH says its kind, and plain JSON is none', shown: [254, 255, 257] },
  ],
};
