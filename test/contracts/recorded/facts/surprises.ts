import type { Facts } from './sentence.ts';

/** Facts from the recording that were found later than the other facts. */
export const SURPRISES: Facts = {
  1: [
    {
      says: 'the namespaces of a project go with it',
      shown: [[971, 982], 'a namespace is moved by its action only, and goes with its project'],
    },
  ],
  2: [
    { says: 'one too many through `/v3` is 422 and not made', shown: [855, 857, 858, 859] },
    { says: 'a quota below what is used is 422', shown: [862] },
  ],
  3: [
    { says: 'cordoned twice and uncordoned twice is 422', shown: [586, 592] },
    { says: 'which bodies of a drain are refused', shown: [600, [601, 603]] },
  ],
  4: [
    { says: 'nobody, a bad key and a user without a role are 403 in text at a cluster', shown: [911, 912, 913] },
    { says: 'its steve is 401 and empty, `local` 401', shown: [936, 937, 76, 77] },
    { says: 'an unknown cluster is 403 without a key, 404 with one', shown: [26, 386] },
  ],
  5: [
    { says: 'a bad key is 403 where a kind has public objects, else 401', shown: [67, 69, 71, 73, 469] },
    { says: 'what needs no key', shown: [14, 16, 22, 23, '%s needs no key'] },
  ],
  6: [
    { says: 'labels alone are no change of a v3 cluster', shown: [338, 570] },
    { says: 'the name in the body counts, not that of the path', shown: [252, 357] },
  ],
  7: [
    { says: 'what else a filter can say', shown: [192, 194, 198, 202, 203] },
    { says: 'unknown fields are 422, bare words 500', shown: [199, 200, 216] },
    { says: 'a page needs a size; those past the end are empty', shown: [210, 213] },
  ],
  8: [
    { says: 'methods that steve refuses', shown: [264, 266, 267, 34] },
    { says: 'further kinds of a PATCH', shown: [256, 258] },
    { says: 'norman ignores the type of a new key, and changes none', shown: [96, 97, 116, 118, 125] },
  ],
  9: [{ says: 'bodies that are called a form or plain text are read', shown: [128, 129] }],
  10: [
    {
      says: 'a user deleted twice within 0.05 s is 204',
      leftOut: 'Recorded otherwise, too: 404 some 30 ms later (164, 165), which the simulator answers.',
    },
    { says: 'without a user name or a password it is 500', shown: [662, 663] },
    { says: 'a user name, and the cluster of a project, stay', shown: [672, 734] },
  ],
  11: [
    { says: 'a built-in role template can be deleted', shown: [815] },
    {
      says: 'then no new cluster has an owner',
      shown: ['without the role template of owners a new cluster’s creator is not its owner'],
    },
  ],
  12: [
    { says: 'an unknown context is 422, a rule without groups 400', shown: [702, 704] },
    {
      says: 'an unknown parent is 500',
      shown: ['a role template with a parent that is not there is refused, as a failure of the webhook'],
    },
  ],
  13: [
    { says: 'what is good in a file is made, what is bad is reported', shown: [877] },
    { says: 'two namespaces are 400, a body that is no JSON 500', shown: [870, 887, 888] },
  ],
  14: [
    { says: 'a namespace without a name gets one', shown: [832, 833] },
    { says: 'an unknown project is 404 there, and 500 in a move', shown: [830, 839] },
  ],
  15: [
    {
      says: 'a new member sees the cluster, and no longer once the role is taken, a moment later',
      shown: [[941, 949], 965, 966],
    },
  ],
  16: [
    {
      says: 'a name may begin with a digit and has no dot',
      shown: ['a cluster’s name may begin with a digit and has no dot'],
    },
    {
      says: 'a Rancher that has just started knows no clusters',
      leftOut: 'The simulator is there whole when it answers at all.',
    },
  ],
  17: [
    { says: "the first text of a machine's boot is Cluster API's own", shown: [492, 494] },
    { says: 'a cluster is unavailable for some seconds after it was active', shown: [[520, 523]] },
    {
      says: 'without the types of k3s a cluster has no node',
      leftOut: 'It is about the machine that was played; the simulator plays its machines whole.',
    },
  ],
};
