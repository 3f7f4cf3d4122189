/** An RSA key of 4096 bits, the largest common size. Templates are checked with this key when there is no order yet. */
const SAMPLE_BODY = [
  0,
  0,
  0,
  7,
  ...Buffer.from('ssh-rsa'),
  0,
  0,
  0,
  3,
  1,
  0,
  1,
  0,
  0,
  2,
  1,
  0,
  ...Buffer.alloc(512, 0xff),
];
export const SAMPLE_SSH_KEY = `ssh-rsa ${Buffer.from(SAMPLE_BODY).toString('base64')} sample`;
